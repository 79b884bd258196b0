import { pathToFileURL } from 'node:url';
import { ROOT } from './bundle.mjs';
import { ensureCli } from './ensure-cli.mjs';

/** `npm run botmeter`: runs one operator command. */

process.chdir(ROOT);
const { main } = await import(pathToFileURL(await ensureCli()).href);
process.exitCode = await main(process.argv.slice(2));
