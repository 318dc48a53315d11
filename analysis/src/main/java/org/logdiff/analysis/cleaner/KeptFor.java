package org.logdiff.analysis.cleaner;

/**
 * Why a batch is kept even if none of its records is. The first row that fits.
 *
 * <p>Source: {@code Cleaner.cleanInto}, Kafka 4.4.0, 4.2.1; {@code kafka.log.Cleaner}, 3.9.1, which
 * has no row v.
 */
public enum KeptFor {
  /** The last data batch of a producer that is still active. */
  LAST_SEQUENCE('t', "it holds the last sequence of a producer that is still active"),
  /** A marker at the current epoch of an active producer without data in its state. */
  LAST_EPOCH('u', "it holds the current epoch of a producer that is still active"),
  /** See {@link CleanerProfile#carriesLogEnd}. */
  LOG_END('v', "it carries the end of the log"),
  /** Nothing: without records it goes. */
  NOTHING('-', "nothing needs it without records");

  private final char letter;
  private final String words;

  KeptFor(char letter, String words) {
    this.letter = letter;
    this.words = words;
  }

  public char letter() {
    return letter;
  }

  public String words() {
    return words;
  }

  /**
   * The row of a batch.
   *
   * @param producer the last word of the batch's producer in the broker's state; null without one
   */
  static KeptFor of(
      boolean isControl,
      long lastOffset,
      short producerEpoch,
      ActiveProducer producer,
      boolean carriesLogEnd) {
    if (producer != null) {
      if (producer.lastDataOffset() >= 0) {
        if (producer.lastDataOffset() == lastOffset) {
          return LAST_SEQUENCE;
        }
      } else if (isControl && producer.epoch() == producerEpoch) {
        return LAST_EPOCH;
      }
    }
    return carriesLogEnd ? LOG_END : NOTHING;
  }
}
