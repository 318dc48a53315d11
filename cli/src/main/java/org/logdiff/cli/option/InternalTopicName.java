package org.logdiff.cli.option;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.logdiff.format.message.InternalTopic;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The name of an internal topic. */
public final class InternalTopicName implements ITypeConverter<InternalTopic> {
  @Override
  public InternalTopic convert(String text) {
    return InternalTopic.of(text)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'"
                        + text
                        + "' is none of "
                        + Arrays.stream(InternalTopic.values())
                            .map(InternalTopic::topic)
                            .collect(Collectors.joining(", "))));
  }
}
