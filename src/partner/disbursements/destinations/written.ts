/** What Unicode does not take apart into a base letter and marks; Greek by ISO 843, and Cyrillic as names are written. */
const LETTERS = new Map(
  [
    'ß=s ẞ=S ø=o Ø=O ł=l Ł=L đ=d Đ=D ð=d Ð=D þ=th Þ=TH æ=ae Æ=AE œ=oe Œ=OE ı=i ħ=h Ħ=H ŋ=n Ŋ=N ĸ=k ŧ=t Ŧ=T ə=e Ə=E',
    'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o',
    'а=a б=b в=v г=g д=d е=e ж=zh з=z и=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=h ц=ts ч=ch ш=sh щ=sht',
    'ъ=a ы=y ь= э=e ю=yu я=ya ђ=dj є=ye і=i ј=j љ=lj њ=nj ћ=c џ=dz ґ=g',
    `’=' ‘=' \`=' “=' ”=' "=' –=- —=- _=- &=+`,
  ].flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [string, string])),
);

/** The characters that every bank of SEPA takes. */
const TAKEN = /[A-Za-z0-9/\-?:().,'+ ]/;

/** A text as it is written into a bank file: in the basic Latin set of the European Payments Council. */
export function writtenForm(text: string): string {
  const letters = Array.from(text.normalize('NFKD').replaceAll(/\p{M}/gu, ''), written).join('');
  return letters.replaceAll(/ +/g, ' ').trim();
}

function written(letter: string): string {
  if (TAKEN.test(letter)) return letter;
  const known = LETTERS.get(letter);
  if (known !== undefined) return known;
  if (/\s/u.test(letter)) return ' ';
  const small = LETTERS.get(letter.toLowerCase());
  if (small === undefined) return '.';
  return small.slice(0, 1).toUpperCase() + small.slice(1);
}
