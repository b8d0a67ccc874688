package io.fleetcheck.controller.ssh;

/** Finds in a stream of text where a password is asked for. */
interface Prompts {

  /**
   * @param text what has come since the last call
   * @return how many times it was asked in it
   */
  int in(String text);

  /** Sudo asks with the words that it was given: whatever locale, lecture or PAM module. */
  static Prompts of(String words) {
    return new Prompts() {
      private String tail = "";

      @Override
      public int in(String text) {
        String seen = tail + text;
        int asked = 0;
        for (int at = seen.indexOf(words); at >= 0; at = seen.indexOf(words)) {
          asked++;
          seen = seen.substring(at + words.length());
        }
        tail = seen.substring(Math.max(0, seen.length() - words.length() + 1));
        return asked;
      }
    };
  }

  /**
   * Su cannot be given words, and each PAM module has its own, in its own language. What they have
   * in common: a line that is not ended, with a colon at its end. What su complains of starts with
   * its name, and is no prompt.
   *
   * @param start a line that comes before the first prompt
   */
  static Prompts ofSu(String start) {
    return new Prompts() {
      private boolean started;
      private String line = "";

      @Override
      public int in(String text) {
        line += text;
        if (!started) {
          int at = line.indexOf(start + "\n");
          if (at < 0) {
            line = line.substring(Math.max(0, line.length() - start.length()));
            return 0;
          }
          started = true;
          line = line.substring(at + start.length() + 1);
        }
        line = line.substring(line.lastIndexOf('\n') + 1);
        String words = line.strip();
        boolean colon = words.endsWith(":") || words.endsWith("\uff1a");
        if (!colon || words.startsWith("su:")) {
          return 0;
        }
        line = "";
        return 1;
      }
    };
  }
}
