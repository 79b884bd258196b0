import './supported-node.mjs';
import { pathToFileURL } from 'node:url';
import { ensureCli } from './ensure-cli.mjs';
import { loadEnvFiles } from './env-files.mjs';
import { ROOT } from './project.mjs';

/** `npm run botmeter`: runs one operator command. */

process.chdir(ROOT);
try {
  loadEnvFiles();
  const { main } = await import(pathToFileURL(await ensureCli()).href);
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
