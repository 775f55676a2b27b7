/**
 * Letters that are drawn like a Latin one, after compatibility forms, marks and case are gone: those of Unicode's list of
 * confusables (UTS #39) that occur in names people type. Every sign of a key stands for the letter beside it.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  ɑ: 'a',
  α: 'a', // Cyrillic, Latin alpha, Greek
  в: 'b',
  ь: 'b',
  β: 'b',
  ϐ: 'b',
  с: 'c',
  ϲ: 'c',
  ᴄ: 'c',
  ԁ: 'd',
  đ: 'd',
  е: 'e',
  є: 'e',
  ҽ: 'e',
  ε: 'e',
  ɡ: 'g',
  ց: 'g',
  һ: 'h',
  н: 'h',
  հ: 'h',
  ħ: 'h',
  // One stroke: drawn alike in most typefaces, and the capital of one is the small form of another.
  i: 'l',
  і: 'l',
  ӏ: 'l',
  ι: 'l',
  ı: 'l',
  ɩ: 'l',
  '1': 'l',
  '|': 'l',
  '!': 'l',
  ł: 'l',
  ј: 'j',
  ϳ: 'j',
  к: 'k',
  κ: 'k',
  м: 'rn',
  m: 'rn',
  μ: 'u',
  п: 'n',
  η: 'n',
  ո: 'n',
  ν: 'v',
  о: 'o',
  ο: 'o',
  σ: 'o',
  օ: 'o',
  ø: 'o',
  '0': 'o',
  р: 'p',
  ρ: 'p',
  ϱ: 'p',
  ԛ: 'q',
  г: 'r',
  ᴦ: 'r',
  ѕ: 's',
  '5': 's',
  $: 's',
  т: 't',
  τ: 't',
  ц: 'u',
  υ: 'u',
  ս: 'u',
  ѵ: 'v',
  w: 'vv',
  ԝ: 'vv',
  ω: 'vv',
  ш: 'vv',
  х: 'x',
  χ: 'x',
  у: 'y',
  γ: 'y',
  ү: 'y',
  ζ: 'z',
};

/**
 * Letters that are drawn like capital Latin ones: of Cherokee, of Lisu, and small capitals, each before the one that it is
 * taken for, as in the same list.
 */
const LIKE_CAPITALS: ReadonlyMap<string, string> = new Map(
  [
    'ᎠD ᎡR ᎢT ᎥI ᎩY ᎪA ᎫJ ᎬE ᎳW ᎷM ᎻH ᎽY ᏀG ᏂH ᏃZ ᏏB ᏒR ᏔW ᏕS ᏙV ᏚS ᏞL ᏟC ᏢP ᏦK ᏧD ᏴB',
    'ꓐB ꓑP ꓒD ꓓD ꓔT ꓖG ꓗK ꓙJ ꓚC ꓜZ ꓝF ꓟM ꓠN ꓡL ꓢS ꓣR ꓦV ꓧH ꓪW ꓫX ꓬY ꓮA ꓰE ꓲI ꓳO ꓴU',
    'ᴀA ʙB ᴄC ᴅD ᴇE ꜰF ɢG ʜH ɪI ᴊJ ᴋK ʟL ᴍM ɴN ᴏO ᴘP ʀR ꜱS ᴛT ᴜU ᴠV ᴡW ʏY ᴢZ',
  ].flatMap((pairs) =>
    pairs
      .toLowerCase()
      .split(' ')
      .map((pair) => [...pair] as [string, string]),
  ),
);

/** What is drawn as nothing, or only as room between letters. */
const UNSEEN = /[\p{M}\p{C}\p{Z}\p{P}\u115F\u1160\u3164\uFFA0]/gu;

/**
 * What a name looks like: two names with the same skeleton can be taken for one another. It is for comparing alone.
 * @param name in its normal form
 */
export const nameSkeleton = (name: string): string => {
  const letters = [...name.normalize('NFKD').toLowerCase().normalize('NFKD')];
  const bare = letters
    .map((letter) => LIKE_CAPITALS.get(letter) ?? letter)
    .map((letter) => LOOK_ALIKES[letter] ?? letter)
    .join('')
    .replace(UNSEEN, '');
  // A name of nothing but signs is compared as it is.
  return bare === '' ? name : bare;
};
