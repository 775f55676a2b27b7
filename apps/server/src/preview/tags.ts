/** The preview of a pasted link: the tags that messengers and search engines read. */
import type { ServiceWords } from '../words/service-words.ts';

export interface Preview {
  readonly title: string;
  readonly description: string;
  /** The game whose picture goes with it; undefined for the general one. */
  readonly game?: string;
}

const NAME = 'Same Deal';

export const defaultPreview = ({ page }: Pick<ServiceWords, 'page'>): Preview => ({
  title: NAME,
  description: page,
});

const GENERAL_PICTURE = 'same-deal';
const WIDTH_PX = 1200;
const HEIGHT_PX = 630;

export interface Place {
  /** Where the page is reached from outside, without a slash at its end. */
  readonly origin: string;
  /** The page's path, as it was asked for and without the query. */
  readonly path: string;
  /** The names of those pictures that there are. */
  readonly pictures: ReadonlySet<string>;
}

/** Puts a preview's tags where the page's plain title stands. */
export function withPreview(html: string, preview: Preview, place: Place): string {
  const tags = tagsOf(preview, place).join('\n    ');
  return html.replace(/<title>[^<]*<\/title>/, () => tags);
}

function tagsOf(
  { title, description, game }: Preview,
  { origin, path, pictures }: Place,
): string[] {
  const picture = game !== undefined && pictures.has(game) ? game : GENERAL_PICTURE;
  const full = title === NAME ? title : `${title} · ${NAME}`;
  const properties: Record<string, string> = {
    'og:type': 'website',
    'og:site_name': NAME,
    'og:title': title,
    'og:description': description,
    'og:url': origin + path,
    ...(pictures.has(picture) && {
      'og:image': `${origin}/previews/${encodeURIComponent(picture)}.png`,
      'og:image:width': String(WIDTH_PX),
      'og:image:height': String(HEIGHT_PX),
    }),
  };
  return [
    `<title>${escaped(full)}</title>`,
    ...Object.entries(properties).map(
      ([name, content]) => `<meta property="${name}" content="${escaped(content)}" />`,
    ),
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
