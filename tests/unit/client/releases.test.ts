import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyReleases } from '@/lib/build/releases.mjs';
import client from '@/lib/client/package.json';
import { npmInstall, yarnSettings } from '@/lib/view/quick-start';

/** SHA-256 of every released file. A line is added with a release; none is ever changed or removed. */
const RELEASED = {
  'botmeter_client-1.0.0-py3-none-any.whl':
    '63a8da5a1289a9b3fb76cd104676e01d9e2ec78b7a466ec3a693241e3830e59d',
  'botmeter_client-1.0.1-py3-none-any.whl':
    'e4f14ce15df49cf16381273c811e0df8552b6ee52e5a5bd62cb282f9271519d0',
  'botmeter_client-1.1.0-py3-none-any.whl':
    '9e8494588eb9809e6839c150782e3df830ada95280633066bfdb29d5c11d913d',
  'botmeter_client-1.1.1-py3-none-any.whl':
    '3e049ca1c723dea3db939cf2ecfd7a1c58310c1df3fcd2688fd49090bb317aa8',
  'botmeter_client-1.2.0-py3-none-any.whl':
    '7f4894b9c5915cc49f779ce6023693262010cc4009e9f1032744b98dad7869f1',
  'botmeter_client-1.3.0-py3-none-any.whl':
    'af1b40b118e65a4afb5863f70ee6b25699d809b8565156febb9b6b419b553e80',
  'botmeter_client-1.4.0-py3-none-any.whl':
    '4325d32b9c7c646c6e4c6748d441bfc39916a137b9dceea4ec4a901b576acb97',
  'botmeter_client-1.5.0-py3-none-any.whl':
    '7b062f88725bae8a8630671cfc46aa70515eff98111788aad855dfdedd947f30',
  'botmeter_client-1.5.1-py3-none-any.whl':
    'a1362f216a51ef2aed97c6b13b679fc63e0b13aaa5e378626f6d4d7587d18665',
  'client-1.0.0.tgz': '9c25a5aa222832ba46e6562a39624691bf415a933db77f88bc7db8a500695366',
  'client-1.0.1.tgz': 'a58520e051730a857408d69b51775fe0e5af0d2d4dd807bd52d8a7d9ccee9499',
  'client-1.0.2.tgz': '3c049f0db10f36b7978bd9e073d4bc4d61b309fc5dcfd3b2ced8b6a1f90ce839',
  'client-1.1.0.tgz': '133b777abbf87f7b53096524d73c1e01f3e7ad1760e7c5695b4f9e9cd92f2f40',
  'client-1.1.1.tgz': 'f506f2560fd8d9bc20d58456e8739e827c2b95cea8ee706a117aecf7493c5bec',
  'client-1.2.0.tgz': '7e8e07627105d79935c653778a2c9544e85cf93fddb5807b7a9f306e34eed633',
  'client-1.2.1.tgz': '0ef922a2661cbde656ce0a970a679676108eb9451056c27cb4eeea8fd373f1bb',
  'client-1.3.0.tgz': '0c1fbb27afa57e5002d36806f358d4fa49aeb584f9eb60b54764f8c41ebbe3f8',
  'client-1.4.0.tgz': 'bf2b6b38d954ded4af1e426ef560ee766cdc73a0bd1cf5a2029585d1789a5cd2',
  'client-1.5.0.tgz': 'c1fd53880cec54000d42016f455c68608ca306031f40b3119e2c87886aa2a0ce',
  'npm/client-2.0.0.tgz': '02d9491c36a5952b05b18348e1c0553816afc3a590ec14ab07bcb2857cb0408a',
  'npm/client-2.1.0.tgz': '60e1aa850523bef063380cd34b5e89217316c585e94850aed5c0e8f45d05c620',
  'npm/client-2.1.1.tgz': '1cf8279eef37c4d315bd12e34f68076a7aa8d07308e4381f602e0d660ef7a094',
};

test('a build holds every file that was ever released, byte for byte', () => {
  const folder = mkdtempSync(join(tmpdir(), 'releases-'));
  try {
    copyReleases(folder);
    const hash = (name: string) =>
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(tgz|whl)$/.test(name),
    );
    expect(Object.fromEntries(files.map((name) => [name, hash(name)]))).toEqual(RELEASED);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('what the service says of a package is the package.json of its archive, and every version has a date', () => {
  const folder = mkdtempSync(join(tmpdir(), 'releases-'));
  try {
    copyReleases(folder);
    const { name, latest, versions } = JSON.parse(readFileSync(join(folder, 'npm/list.json'), 'utf8'));
    expect([name, latest]).toEqual([client.name, client.version]);
    expect(versions[latest].manifest).toEqual(client);
    const archives = readdirSync(new URL('../../../lib/client/releases/npm/', import.meta.url));
    expect(Object.keys(versions).map((version) => `client-${version}.tgz`)).toEqual(archives.sort());
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the README of the client has the line that the pages show', () => {
  const readme = readFileSync(new URL('../../../lib/client/README.md', import.meta.url), 'utf8');
  expect(readme).toContain(npmInstall('https://YOUR-BOTMETER'));
  expect(readme).toContain(yarnSettings('https://YOUR-BOTMETER'));
});
