/** Adds styles behind those that the page has: the later ones of a first page, and other pages' own. */
export function adopt(styles: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}
