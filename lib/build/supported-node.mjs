/**
 * Ends the process on a Node.js that cannot run Botmeter. Imported first by every program that npm starts. The binary of the
 * SQLite driver needs Node-API 10, which Node.js 22 has since 22.14: before, it would crash.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major === 20 ? minor < 19 : Number(process.versions.napi) < 10) {
  process.stderr.write(
    `Botmeter needs Node.js 22.14 or later, or 20.19 or later of version 20; this is Node.js ${process.versions.node}.\n`,
  );
  process.exit(1);
}
