package io.fleetcheck.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleetcheck.inventory.ConnectionSettings.Jump;
import io.fleetcheck.inventory.ConnectionSettings.Method;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionSettingsReaderTest {
  @TempDir Path directory;

  private ConnectionOptions options = ConnectionOptions.none();
  private Vault vault = new Vault(List.of());

  private HostConnection read(String inventory, String host) throws IOException {
    Files.writeString(directory.resolve("hosts.ini"), inventory);
    InventoryContext context =
        InventoryContext.of(directory, Path.of("/home/ann"), Map.of("GATE", "gate.example"))
            .with(vault);
    Inventory read = new InventoryLoader(context).load(List.of("hosts.ini")).inventory();
    return new ConnectionSettingsReader(read, context, options).read(host);
  }

  private ConnectionSettings settings(String inventory) throws IOException {
    return assertInstanceOf(HostConnection.Usable.class, read(inventory, "h")).settings();
  }

  private String problem(String inventory) throws IOException {
    return assertInstanceOf(HostConnection.Unusable.class, read(inventory, "h"))
        .problem()
        .toString();
  }

  private List<String> warnings(String inventory) throws IOException {
    return assertInstanceOf(HostConnection.Usable.class, read(inventory, "h")).warnings().stream()
        .map(Problem::what)
        .toList();
  }

  @Test
  void aSilentInventoryLeavesEverythingToSsh() throws IOException {
    ConnectionSettings settings = settings("h");
    assertEquals(
        new ConnectionSettings(
            "h",
            Method.SSH,
            "h",
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            Optional.empty(),
            List.of(),
            true,
            Duration.ofSeconds(10),
            Optional.empty()),
        settings);
  }

  @Test
  void ofSeveralNamesTheLastCounts() throws IOException {
    ConnectionSettings settings =
        settings(
            "h ansible_ssh_host=b ansible_host=a ansible_port=1 ansible_ssh_port=2"
                + " ansible_user=u ansible_ssh_user=v ansible_ssh_pass=p ansible_password=q"
                + " ansible_timeout=5 ansible_private_key_file=~/k");
    assertEquals("b", settings.address());
    assertEquals(2, settings.port().orElseThrow());
    assertEquals("v", settings.user().orElseThrow());
    assertEquals("p", settings.password().orElseThrow().reveal());
    assertEquals(Duration.ofSeconds(5), settings.timeout());
    assertEquals(List.of(Path.of("/home/ann/k")), settings.keyFiles());
  }

  @Test
  void aVariableBeatsAnOption() throws IOException {
    options =
        new ConnectionOptions(
            Optional.of("opt"),
            Optional.of(Path.of("/opt/key")),
            Optional.empty(),
            false,
            Optional.of(Duration.ofSeconds(3)),
            Optional.empty(),
            true,
            Optional.empty(),
            Optional.of("bob"),
            Optional.of(new Secret("K")));
    ConnectionSettings plain = settings("h");
    assertEquals("opt", plain.user().orElseThrow());
    assertEquals(Duration.ofSeconds(3), plain.timeout());
    assertEquals("bob", plain.become().orElseThrow().user());
    assertEquals("K", plain.become().orElseThrow().password().orElseThrow().reveal());
    assertEquals("inv", settings("h ansible_user=inv").user().orElseThrow());
    assertTrue(settings("h ansible_become=no").become().isEmpty());
  }

  @Test
  void becomesAsTheMethodsOwnVariablesSay() throws IOException {
    ConnectionSettings.Become become =
        settings(
                "h ansible_become=yes ansible_become_method=su ansible_become_user=a"
                    + " ansible_su_user=b ansible_sudo_user=c ansible_su_pass=p")
            .become()
            .orElseThrow();
    assertEquals("su", become.method());
    assertEquals("b", become.user());
    assertEquals("p", become.password().orElseThrow().reveal());
    assertTrue(problem("h ansible_become=1 ansible_become_method=doas").contains("doas"));
  }

  @Test
  void callsTheProgramThatTheInventoryNames() throws IOException {
    assertEquals(List.of("sudo"), program("h ansible_become=1"));
    assertEquals(
        List.of("/opt/bin/sudo", "-H", "-E", "-g", "disk", "-r", "x"),
        program(
            "h ansible_become=1 ansible_become_exe=sudo ansible_sudo_exe=/opt/bin/sudo"
                + " ansible_sudo_flags='-HSnE -gdisk -r x --stdin'"));
    assertEquals(
        List.of("env", "A=b c", "su"),
        program("h ansible_become=1 ansible_become_method=su ansible_su_exe='env \"A=b c\" su'"));
  }

  private List<String> program(String inventory) throws IOException {
    return settings(inventory).become().orElseThrow().program();
  }

  @Test
  void readsWhatSshArgumentsAskFor() throws IOException {
    ConnectionSettings settings =
        settings(
            "h ansible_ssh_common_args='-J ann@g1:2222,[2001:db8::1]:22 -o StrictHostKeyChecking=no"
                + " -oUserKnownHostsFile=/dev/null -p 99 -l late' ansible_user=early"
                + " ansible_ssh_extra_args=\"-o 'ProxyCommand=nc %h %p' -i k2\"");
    assertEquals(
        List.of(
            new Jump(Optional.of("ann"), "g1", OptionalInt.of(2222)),
            new Jump(Optional.empty(), "2001:db8::1", OptionalInt.of(22))),
        settings.jumps());
    assertTrue(settings.proxyCommand().isEmpty());
    assertEquals(false, settings.hostKeyChecking());
    assertEquals(List.of(Path.of("/dev/null")), settings.knownHostsFiles());
    assertEquals(99, settings.port().orElseThrow());
    assertEquals("early", settings.user().orElseThrow());
    assertEquals(List.of(directory.resolve("k2")), settings.keyFiles());
    assertEquals(
        "nc %h %p",
        settings("h ansible_ssh_common_args='-o \"ProxyCommand nc %h %p\"'")
            .proxyCommand()
            .orElseThrow());
  }

  private ConnectionSettings.Ssh ssh(String inventory) throws IOException {
    return settings(inventory).ssh();
  }

  @Test
  void passesOnWhatOpenSshsConfigurationKnows() throws IOException {
    assertEquals(ConnectionSettings.Ssh.SILENT, ssh("h"));
    assertEquals(
        List.of(
            "hostkeyalias=a",
            "identitiesonly=yes",
            "AddressFamily=inet6",
            "StrictHostKeyChecking=accept-new",
            "ConnectTimeout=7"),
        ssh("h ansible_timeout=7 ansible_ssh_args='-o HostKeyAlias=a' ansible_ssh_common_args='-o"
                + " IdentitiesOnly=yes -6 -o StrictHostKeyChecking=accept-new'")
            .options());
    assertEquals(
        List.of("StrictHostKeyChecking=no"), ssh("h ansible_host_key_checking=no").options());
    assertEquals(
        List.of("ProxyJump=none", "ProxyCommand=none"),
        ssh("h ansible_ssh_common_args='-o ProxyJump=none'").options());
    assertEquals(
        directory.resolve("cfg"),
        ssh("h ansible_ssh_common_args='-F cfg'").configuration().orElseThrow());
    assertEquals(
        Path.of("none"), ssh("h ansible_ssh_common_args='-F none'").configuration().orElseThrow());
  }

  @Test
  void namesWhatItCannotHonour() throws IOException {
    assertEquals(
        List.of(
            "ssh argument -b 10.0.0.1: it is not honoured",
            "ssh argument -o Ciphers=x: it is not honoured",
            "ansible_ssh_executable: it is not honoured"),
        warnings(
            "h ansible_ssh_common_args='-C -b 10.0.0.1 -o Ciphers=x -o ControlMaster=auto'"
                + " ansible_ssh_executable=/x"));
    assertEquals(
        List.of(
            "ansible_become_flags -i: it is not honoured",
            "ansible_become_flags -u x: it is not honoured",
            "ansible_become_flags --login: it is not honoured"),
        warnings("h ansible_become=1 ansible_become_flags='-HSin -u x --login'"));
    assertEquals(
        List.of(
            "ansible_remote_tmp: it is not honoured",
            "ansible_shell_executable: it is not honoured"),
        warnings(
            "h ansible_connection=local ansible_remote_tmp='{{ nonsense' ansible_shell_type=fish"
                + " ansible_shell_executable=/bin/bash ansible_ssh_retries=3 ansible_async_dir=None"
                + " ansible_pipelining=True"));
    assertEquals(
        List.of("ansible_become_flags -: it is not honoured"),
        warnings("h ansible_become=1 ansible_become_method=su ansible_su_flags=-"));
  }

  @Test
  void refusesOneHostForItsOwnNonsense() throws IOException {
    assertTrue(problem("h ansible_connection=winrm").contains("unsupported connection"));
    assertTrue(problem("h ansible_port=''").contains("from 1 to 65535"));
    assertTrue(problem("h ansible_host_key_checking=fasle").contains("not a boolean"));
    assertTrue(problem("h ansible_ssh_common_args=\"'\"").contains("No closing quotation"));
  }

  @Test
  void localhostIsLocalWhereNobodyNamesIt() throws IOException {
    assertEquals(
        Method.LOCAL,
        assertInstanceOf(HostConnection.Usable.class, read("h", "localhost")).settings().method());
    assertEquals(
        Method.SSH,
        assertInstanceOf(HostConnection.Usable.class, read("localhost", "localhost"))
            .settings()
            .method());
  }

  @Test
  void fillsInTemplates() throws IOException {
    String inventory =
        """
        [web]
        h ansible_host='{{ prefix | default("x", true) }}-{{ inventory_hostname|upper }}.{{ net.domain }}'
        [web:vars]
        prefix={{ net['nick'] | lower }}
        net={'domain': 'example', 'nick': 'WEB'}
        ansible_user={{ nobody | default(omit) }}
        ansible_ssh_common_args=-J {{ lookup('env', 'GATE') }}
        ansible_port={{ hostvars['gw']['port'] }}
        [gateway]
        gw port=2022
        """;
    ConnectionSettings settings = settings(inventory);
    assertEquals("web-H.example", settings.address());
    assertTrue(settings.user().isEmpty());
    assertEquals("gate.example", settings.jumps().get(0).host());
    assertEquals(2022, settings.port().orElseThrow());
  }

  /** Each as Ansible 2.14 fills it in. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          {{ nope.deep.er | default('d') }} ; d
          {{ net.nope['x'] | d(a) }} ; Ab
          {{ empty | default('x', boolean=True) }} ; x
          {{ empty | default('x', true) | upper }} ; X
          {{ list[-1] }}{{ list.0 }}{{ a[1] }} ; l1l0b
          {{ hostvars['gw'].deep.x }} ; gx
          x  {{- a -}}  y ; xAby
          {{ 'a\\nb' }} ; a\\nb
          {{ query('env', 'GATE') }} ; ['gate.example']
          {{ lookup('env', 'NOPE') | default('u', true) }} ; u
          {{ inventory_dir }}/{{ inventory_hostname }} ; DIR/inv/h
          {{ hostvars.gw.inventory_file }} ; DIR/inv/hosts.yml
          {{ playbook_dir }} ; DIR
          {{ 'a' ~ 5 ~ list }} ; a5['l0', 'l1']
          {{ 'a' ~ 'b' | upper }}{{ ('a' ~ 'b') | upper }} ; aBAB
          {{ hostvars.gw.fqdn.split('.')[0] }}-{{ (hostvars.gw.fqdn | split('.'))[1] }} ; gw-ex
          {{ list | join('+') }}{{ list | join }}{{ 'abc' | join(',') }} ; l0+l1l0l1a,b,c
          {{ list | first }}{{ list | last }}{{ hostvars.gw.none_ | first | default('none') }} ; l0l1none
          {{ 'a.b.c' | replace('.', '-') }}{{ 'x'.replace('x', 'y').upper() }} ; a-b-cY
          {{ ' x  yz '.split() | join('+') }}{{ ' x  yz' | split('x') | join('|') }} ; x+yz |  yz
          {{ nope | default('a' ~ 'b') }}{{ none ~ true }} ; abNoneTrue
          {{ groups['all'] | last ~ ':' ~ 5 }} ; gw:5
          """)
  void fillsInAsAnsibleDoes(String template, String expected) throws IOException {
    Files.createDirectories(directory.resolve("inv"));
    Files.writeString(
        directory.resolve("inv/hosts.yml"),
        """
        all:
          vars: {a: Ab, empty: '', list: [l0, l1], net: {domain: x}}
          hosts:
            h: {ansible_host: "%s"}
            gw: {deep: {x: gx}, fqdn: gw.ex.com, none_: []}
        """
            .formatted(template.replace("\\", "\\\\")));
    InventoryContext context =
        InventoryContext.of(directory, directory, Map.of("GATE", "gate.example"));
    Inventory inventory = new InventoryLoader(context).load(List.of("inv")).inventory();
    HostConnection read = new ConnectionSettingsReader(inventory, context, options).read("h");
    assertEquals(
        expected.replace("DIR", directory.toString()),
        assertInstanceOf(HostConnection.Usable.class, read, read::toString).settings().address());
  }

  @Test
  void refusesTemplatesByVariableAndFile() throws IOException {
    assertEquals(
        "hosts.ini:1: undefined in a template: 'nope', variable ansible_host of host h, expected a"
            + " variable",
        problem("h ansible_host={{nope}}"));
    assertTrue(problem("h ansible_host='{{ a }}' a='{{ b }}' b='{{ a }}'").contains("circle"));
    assertTrue(problem("h ansible_host='{% if x %}'").contains("statements"));
    assertTrue(problem("h ansible_host='{{ x | hash }}' x=1").contains("'hash'"));
    assertTrue(problem("h ansible_host='{{ 1 + 1 }}'").contains("not supported"));
    assertTrue(problem("h ansible_host='{{'").contains("not supported"));
    assertTrue(problem("h ansible_host='{{ nope ~ 1 }}'").contains("undefined"));
    assertTrue(problem("h ansible_host='{{ x | first }}' x=[]").contains("undefined"));
    assertTrue(problem("h ansible_host='{{ 5 | join }}'").contains("no list"));
    assertTrue(problem("h ansible_host='{{ x.format(1) }}' x=a").contains("'format'"));
    assertTrue(problem("h ansible_host='{{ x.split(1, 2) }}' x=a").contains("'split'"));
  }

  @Test
  void opensVaultedValuesWhereTheyAreNeeded() throws IOException {
    Files.createDirectories(directory.resolve("host_vars"));
    Files.writeString(
        directory.resolve("host_vars/h.yml"),
        "ansible_password: !vault |\n" + VaultTest.SECRET.indent(2) + "other: !vault x\n");
    assertTrue(
        problem("h").startsWith("host_vars/h.yml:1: vaulted, and no vault password was given"),
        () -> "not the vault");
    vault = VaultTest.vault("correct horse");
    assertEquals("s3cret", settings("h").password().orElseThrow().reveal());
  }

  private List<ScratchName> scratch(String inventory) throws IOException {
    return assertInstanceOf(HostConnection.Usable.class, read(inventory, "h")).scratch();
  }

  @Test
  void scratchDevicesAreNamedByAListOrByCommas() throws IOException {
    ScratchName byId = new ScratchName("/dev/disk/by-id/wwn-0x5000c500", "");
    ScratchName byWwid = new ScratchName("naa.5000c50000000009", "SERIAL 9");
    assertEquals(List.of(), scratch("h"));
    assertEquals(List.of(), scratch("h fleetcheck_scratch="));
    assertEquals(List.of(), scratch("h fleetcheck_scratch=[]"));
    assertEquals(List.of(), scratch("h fleetcheck_scratch=None"));
    assertEquals(List.of(byId), scratch("h fleetcheck_scratch=/dev/disk/by-id/wwn-0x5000c500"));
    assertEquals(
        List.of(byId, byWwid),
        scratch(
            "h\n[all:vars]\n"
                + "fleetcheck_scratch=/dev/disk/by-id/wwn-0x5000c500, naa.5000c50000000009=SERIAL 9"));
    assertEquals(
        List.of(byWwid, byId),
        scratch(
            "h disk=naa.5000c50000000009\n[all:vars]\nfleetcheck_scratch="
                + "['{{ disk }}=SERIAL 9', '/dev/disk/by-id/wwn-0x5000c500']"));
  }

  @Test
  void whatMayNotNameOneDiskIsRefusedForItsHost() throws IOException {
    assertEquals(
        "hosts.ini:1: name it by a path below /dev/disk/by-id/, or by WWID=SERIAL; other names may"
            + " lead to another disk tomorrow, variable fleetcheck_scratch of host h: '/dev/sdb'",
        problem("h fleetcheck_scratch=/dev/sdb\nother"));
    assertEquals(
        "hosts.ini:1: a WWID needs the serial number too: WWID=SERIAL, variable fleetcheck_scratch"
            + " of host h: 'naa.5000c50000000009'",
        problem("h fleetcheck_scratch=/dev/disk/by-id/x,naa.5000c50000000009\nother"));
    for (String malformed : List.of("a=b,", "[1]", "7", "True", "[None]", "[[7]]", "{}")) {
      String problem = problem("h fleetcheck_scratch=" + malformed + "\nother");
      assertTrue(problem.startsWith("hosts.ini:1: "), problem);
      assertTrue(problem.contains("variable fleetcheck_scratch of host h"), problem);
    }
    assertInstanceOf(
        HostConnection.Usable.class, read("h fleetcheck_scratch=/dev/sdb\nother", "other"));
  }
}
