import { pathToFileURL } from 'node:url';
import { ensureCli } from './ensure-cli.mjs';
import { ROOT } from './project.mjs';

/** `npm run botmeter`: runs one operator command. */

process.chdir(ROOT);
const { main } = await import(pathToFileURL(await ensureCli()).href);
process.exitCode = await main(process.argv.slice(2));
