package io.fleetcheck.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VaultTest {
  /** The text s3cret under the password "correct horse". */
  static final String SECRET =
      """
      $ANSIBLE_VAULT;1.1;AES256
      35333135343963623835343466346135343466363834386638646138616535396536613736383266
      3763356564653338653333633566363232386230383964300a663831623662633262653063646230
      39383336373137363439636437393766353632623036636433396662333036363136323833323830
      3335616663653130330a653531333131636336373763626533353964346364323062326536323566
      6366
      """;

  /** The text ops under the password "other", named lab. */
  private static final String NAMED =
      """
      $ANSIBLE_VAULT;1.2;AES256;lab
      34316364386136313936303630636635643538343638393766303362333036386430393233363466
      3965333033633636396662626165643030393564306132350a346165373334313934373433363063
      64656332663438326436333039326538353131373661303434646131363563343239363430643565
      3736623031653762390a666563623530396465306433323532383331663263666534343430653638
      3035
      """;

  /** The text "ansible_user: filed" under the password "correct horse". */
  static final String FILE =
      """
      $ANSIBLE_VAULT;1.1;AES256
      63306431643436303636336165666332356439383230333462316337663136313533396537633639
      6663656165633134373131613539353563656236616463370a356166613963346561636165353864
      62626538643335306666353665373566336462653236346333656334323063636665323638373538
      3036646666643231360a633561623333326332636161396438666637303534663038336165343231
      33323830306433653531346535383030653237306338643630323331316637653831
      """;

  @TempDir Path directory;

  static Vault vault(String... passwords) {
    return new Vault(
        List.of(passwords).stream()
            .map(it -> new Vault.Password("default", new Secret(it)))
            .toList());
  }

  private static String why(String armour, Vault vault) {
    return String.valueOf(
        assertThrows(Vault.Locked.class, () -> vault.decrypt(armour)).getMessage());
  }

  @Test
  void opensBothFormats() throws Vault.Locked {
    assertEquals("s3cret", vault("wrong", "correct horse").decrypt(SECRET));
    assertEquals("ops", vault("other").decrypt(NAMED));
  }

  @Test
  void tellsWhyItDoesNotOpen() {
    assertEquals("vaulted, and no vault password was given", why(SECRET, vault()));
    assertEquals("vaulted, and none of the 1 vault passwords opens it", why(SECRET, vault("no")));
    assertEquals("not vault data", why("x", vault("no")));
    assertEquals("damaged vault data", why("$ANSIBLE_VAULT;1.1;AES256\nzz", vault("no")));
    assertEquals("damaged vault data", why("$ANSIBLE_VAULT;1.1;AES256\n3333", vault("no")));
    assertEquals("unknown vault cipher 'AES'", why("$ANSIBLE_VAULT;1.0;AES\n3333", vault("no")));
    String changed = SECRET.replace("6366\n", "6365\n");
    assertTrue(why(changed, vault("correct horse")).startsWith("vaulted, and none"));
  }

  @Test
  void opensWholeFiles() throws IOException {
    Files.createDirectories(directory.resolve("group_vars"));
    Files.writeString(directory.resolve("group_vars/all"), FILE);
    Files.writeString(directory.resolve("hosts"), "h");
    InventoryContext context = InventoryContext.of(directory, directory, Map.of());

    LoadedInventory locked = new InventoryLoader(context).load(List.of("hosts"));
    assertEquals(
        List.of(
            "group_vars/all: vaulted, and no vault password was given, expected the right vault"
                + " password"),
        locked.problems().stream().map(Problem::toString).toList());
    assertTrue(locked.isFatal());

    InventoryContext open = context.with(vault("correct horse"));
    LoadedInventory loaded = new InventoryLoader(open).load(List.of("hosts"));
    assertEquals(List.of(), loaded.problems());
    HostConnection connection =
        new ConnectionSettingsReader(loaded.inventory(), open, ConnectionOptions.none()).read("h");
    assertEquals(Optional.of("filed"), ((HostConnection.Usable) connection).settings().user());
  }

  /** A program may end its password with blanks, and hears a label only where one was given. */
  @Test
  void stripsPasswordsAsAnsibleDoes() throws IOException, Vault.Locked {
    Path script = directory.resolve("pass-client");
    Files.writeString(script, "#!/bin/sh\nprintf '\\n%s \\n' \"$#\"\n");
    assertTrue(script.toFile().setExecutable(true));
    Files.writeString(directory.resolve("file"), " \013p w\u00a0 \n");
    InventoryContext context =
        InventoryContext.of(directory, directory, Map.of("PATH", "/bin:/usr/bin"));
    VaultPasswords.Found found =
        new VaultPasswords(context, label -> Optional.empty())
            .find(List.of("pass-client", "lab@pass-client", "file"), List.of(), false);
    assertEquals(List.of(), found.problems());
    assertEquals(
        List.of("0 ", "2 ", "p w\u00a0"),
        found.vault().passwords().stream().map(it -> it.secret().reveal()).toList());
  }

  @Test
  void oneMissingPasswordIsNoMatterWhereAnotherIsThere() throws IOException {
    Files.writeString(directory.resolve("good"), "correct horse");
    InventoryContext context = InventoryContext.of(directory, directory, Map.of());
    VaultPasswords.Found none =
        new VaultPasswords(context, label -> Optional.empty())
            .find(List.of("a@missing"), List.of(), false);
    assertEquals(Problem.Severity.FATAL, none.problems().get(0).severity());
    VaultPasswords.Found one =
        new VaultPasswords(context, label -> Optional.empty())
            .find(List.of("a@missing", "b@good"), List.of(), false);
    assertEquals(Problem.Severity.WARNING, one.problems().get(0).severity());
  }

  @Test
  void findsPasswordsWhereOptionsAndEnvironmentSay() throws IOException, Vault.Locked {
    Files.writeString(directory.resolve("plain"), " correct horse\n");
    Path script = directory.resolve("pass-client.sh");
    Files.writeString(script, "#!/bin/sh\n[ \"$2\" = lab ] && echo other\n");
    assertTrue(script.toFile().setExecutable(true));
    InventoryContext context =
        InventoryContext.of(
            directory,
            directory,
            Map.of("PATH", "/bin:/usr/bin", "ANSIBLE_VAULT_PASSWORD_FILE", "plain"));

    VaultPasswords.Found found =
        new VaultPasswords(context, label -> Optional.empty())
            .find(List.of("lab@pass-client.sh"), List.of(), false);
    assertEquals(List.of(), found.problems());
    assertEquals("s3cret", found.vault().decrypt(SECRET));
    assertEquals("ops", found.vault().decrypt(NAMED));

    VaultPasswords.Found asked =
        new VaultPasswords(context, label -> Optional.of(new Secret("other")))
            .find(List.of("lab@prompt"), List.of("missing"), true);
    assertEquals(
        List.of(Problem.Severity.WARNING),
        asked.problems().stream().map(Problem::severity).toList(),
        asked.problems()::toString);
    assertEquals("ops", asked.vault().decrypt(NAMED));
  }
}
