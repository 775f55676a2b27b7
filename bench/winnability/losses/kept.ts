/** Where the certificates are kept. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificate } from './certificates.ts';

/** As seen from `dist`, and from here. */
export const FOLDER = join(import.meta.dirname, '../../../docs/winnability');
export const FILE = join(FOLDER, 'losses.json');

export const loadCertificates = (file = FILE): readonly Certificate[] =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
