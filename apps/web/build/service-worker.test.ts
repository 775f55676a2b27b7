import { expect, test } from 'vitest';
import { keptOf } from './service-worker.ts';

const pages = {
  page: '/assets/index-3.html',
  start: '/assets/start-4.html',
  pack: '/assets/page-6.json',
};
const files = [
  'assets/app-1.js',
  'assets/bisley-keep-9.puz',
  'assets/faces-6.svg',
  'assets/index-7.html',
  'assets/start-7.html',
  'assets/style-2.css',
  'assets/text-8.woff2',
  'index.html',
  'notices.txt',
  'preloads.json',
];

test('the browser keeps the page, its scripts, styles, pictures and fonts, and what an installed page needs', () => {
  const kept = keptOf(files, pages, 'manifest.webmanifest');
  expect(kept).toMatchObject(pages);
  expect(kept.files).toEqual([
    '/assets/index-3.html',
    '/assets/start-4.html',
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
    keptOf(files, pages, 'manifest.webmanifest'),
    keptOf([...files, 'assets/more-4.js'], pages, 'manifest.webmanifest'),
    keptOf(files, { ...pages, page: '/assets/index-5.html' }, 'manifest.webmanifest'),
    keptOf(files, { ...pages, start: '/assets/start-5.html' }, 'manifest.webmanifest'),
    keptOf(files, { ...pages, pack: '/assets/page-7.json' }, 'manifest.webmanifest'),
  ].map(({ version }) => version);
  expect(new Set(versions).size).toBe(5);
});
