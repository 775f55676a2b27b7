/**
 * What stands in the HTML of the start page (build/start-page.ts): all of it that needs nobody's answer, so that it is
 * there before any script is. The page itself takes its place as soon as it is mounted.
 */
import { render } from 'svelte/server';
import { BEEN_HERE } from '../net/early-script.ts';
import StartPage from './StartPage.svelte';
import { noted } from './noted-styles.ts';

/** Which of its controls are the page's own as well, in the same order. */
const CONTROLS = [
  '.language button',
  '.games input',
  '.below :is(button, input, summary)',
  '.begin a',
];

/**
 * Shows it as somebody new or known finds it, before it is painted, and hands over to the page once that is there: what
 * was typed and pressed meanwhile, and the focus.
 */
const SCRIPT = `{
  const start = document.querySelector('.start');
  const app = document.getElementById('app');
  try {
    if (localStorage.getItem('${BEEN_HERE}') !== null) throw 0;
  } catch {
    start.querySelector('.idea').classList.remove('shown');
  }
  // All else is seen a frame before the pictures, which take as long as that.
  requestAnimationFrame(() => setTimeout(() => {
    const { content } = start.querySelector('template');
    for (const place of start.querySelectorAll('.picture')) place.append(content.firstChild);
  }));
  const pressed = new Set();
  start.addEventListener('click', (event) => {
    const control = event.target.closest('button, input, summary, .begin a');
    if (!control) return;
    // It leads to the game that is chosen.
    if (control.localName === 'a') event.preventDefault();
    pressed.delete(control);
    pressed.add(control);
  });
  start.addEventListener('submit', (event) => event.preventDefault());
  const observer = new MutationObserver(async () => {
    if (!app.querySelector('h1, [role=alert]')) return;
    observer.disconnect();
    const twins = new Map(${JSON.stringify(CONTROLS)}.flatMap((some) => {
      const found = app.querySelectorAll(some);
      return Array.from(start.querySelectorAll(some), (one, at) => [one, found[at]]);
    }));
    twins.get(document.activeElement)?.focus();
    for (const [one, twin] of twins) {
      if (!twin || one.type !== 'text' || !one.value) continue;
      twin.value = one.value;
      twin.dispatchEvent(new Event('input', { bubbles: true }));
    }
    start.remove();
    for (const one of pressed) {
      twins.get(one)?.click();
      // The next one has what this one changes.
      await new Promise((done) => setTimeout(done));
    }
  });
  observer.observe(app, { childList: true, subtree: true });
}`;

/** @returns what the build puts into the HTML */
export function startPage(): { html: string; styles: string; script: string } {
  const { body } = render(StartPage);
  const pictures: string[] = [];
  const html = body
    // Svelte's marks are for scripts that would go on with what they find.
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/(?<=<span class="picture[^>]*>)<svg[^]*?<\/svg>/g, (picture) => {
      pictures.push(picture);
      return '';
    })
    .replace(/<\/div>\s*$/, () => `<template>${pictures.join('')}</template></div>`);
  return { html, styles: noted.join(''), script: SCRIPT };
}
