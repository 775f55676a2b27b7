import { expect, test } from 'vitest';
import { keptOf } from './service-worker.ts';

const files = [
  'assets/app-1.js',
  'assets/bisley-keep-9.puz',
  'assets/faces-6.svg',
  'assets/page-7.html',
  'assets/style-2.css',
  'assets/text-8.woff2',
  'index.html',
  'notices.txt',
  'preloads.json',
];

test('the browser keeps the page, its scripts, styles, pictures and fonts, and what an installed page needs', () => {
  const kept = keptOf(files, 'assets/page-3.html', 'manifest.webmanifest');
  expect(kept.page).toBe('/assets/page-3.html');
  expect(kept.files).toEqual([
    '/assets/page-3.html',
    '/manifest.webmanifest',
    '/assets/app-1.js',
    '/assets/faces-6.svg',
    '/assets/style-2.css',
    '/assets/text-8.woff2',
    '/icon.svg',
    '/icon-192.png',
  ]);
  expect(kept.onceAsked).toEqual(['/assets/bisley-keep-9.puz']);
});

test('anything new is another version', () => {
  const versions = [
    keptOf(files, 'assets/page-3.html', 'manifest.webmanifest'),
    keptOf([...files, 'assets/more-4.js'], 'assets/page-3.html', 'manifest.webmanifest'),
    keptOf(files, 'assets/page-5.html', 'manifest.webmanifest'),
  ].map(({ version }) => version);
  expect(new Set(versions).size).toBe(3);
});
