// Fails with one clear line if this Node is older than package.json requires. Its syntax must parse on very old versions.
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const oldest = manifest.engines.node.replace('>=', '');
const [major, minor] = process.versions.node.split('.').map(Number);
const [oldestMajor, oldestMinor] = oldest.split('.').map(Number);
if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  console.error(
    `Same Deal needs Node ${oldest} or newer, and this is Node ${process.versions.node} (${process.execPath}); ` +
      'get a newer one from https://nodejs.org.',
  );
  process.exitCode = 1;
}
