package org.logdiff.analysis.config;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What texts are values of a configuration. */
abstract class ConfigDomain {
  static final Set<String> POLICIES = Set.of("compact", "delete");

  /** Why a text is no value, as it follows "must be"; empty if it is one. */
  abstract Optional<String> complaint(String text);

  /** Whole numbers, bounds included. */
  static ConfigDomain wholeNumber(long least, long greatest) {
    return new ConfigDomain() {
      @Override
      Optional<String> complaint(String text) {
        boolean isValue;
        try {
          long number = Long.parseLong(text);
          isValue = least <= number && number <= greatest;
        } catch (NumberFormatException e) {
          isValue = false;
        }
        return isValue
            ? Optional.empty()
            : Optional.of("a whole number from " + least + " to " + greatest);
      }
    };
  }

  /** Decimal numbers from 0 to 1, both included. */
  static ConfigDomain fraction() {
    return new ConfigDomain() {
      @Override
      Optional<String> complaint(String text) {
        boolean isValue;
        try {
          BigDecimal number = new BigDecimal(text);
          isValue = number.signum() >= 0 && number.compareTo(BigDecimal.ONE) <= 0;
        } catch (NumberFormatException e) {
          isValue = false;
        }
        return isValue ? Optional.empty() : Optional.of("a number from 0 to 1");
      }
    };
  }

  /**
   * {@code compact}, {@code delete}, both, or none: an empty list is allowed from 4.1 on
   * (KIP-1110).
   */
  static ConfigDomain policies() {
    return new ConfigDomain() {
      @Override
      Optional<String> complaint(String text) {
        return POLICIES.containsAll(policies(text))
            ? Optional.empty()
            : Optional.of("compact, delete, compact,delete or empty");
      }
    };
  }

  /** The policies that a comma-separated list names. */
  static List<String> policies(String text) {
    return Arrays.stream(text.split(","))
        .map(String::trim)
        .filter(policy -> !policy.isEmpty())
        .toList();
  }
}
