/** Writes `docs/wire`: the wire as documents made from its schemas. `pnpm format` runs it, and a test compares. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  eventsDocument,
  httpDocument,
  routesPage,
} from '../apps/server/test/support/wire-documents.ts';

const folder = path.join(import.meta.dirname, '../docs/wire');
mkdirSync(folder, { recursive: true });
const write = (file: string, document: object): void =>
  writeFileSync(path.join(folder, file), `${JSON.stringify(document, null, 2)}\n`);
const http = await httpDocument();
write('openapi.json', http);
write('events.json', eventsDocument());
writeFileSync(path.join(folder, 'routes.md'), routesPage(http));
