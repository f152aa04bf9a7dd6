/** The federation of the story; every organisation in it is fictional. */
export const federation = {
  name: 'Nordiska Bilsportförbundet',
  shortName: 'NBF',
  orgNr: '802400-0005',
  email: 'kansliet@nordiskbilsport.example',
  phone: '08-550 00 00',
  website: 'https://nordiskbilsport.example',
  addressLine1: 'Idrottens hus, Depågatan 7',
  postalNumber: '114 00',
  city: 'Stockholm',
  country: 'Sverige',
} as const

export const districtNames = [
  'Bergslagens',
  'Dalarnas södra',
  'Fjällkedjans',
  'Gränsbygdens',
  'Götalands västra',
  'Hallandskustens',
  'Hjälmarens',
  'Höglandets',
  'Mälardalens',
  'Norra kustens',
  'Norrskenets',
  'Roslagens',
  'Siljans',
  'Skärgårdens',
  'Slättens',
  'Storsjöns',
  'Södra kustens',
  'Tiodalens',
  'Vänerns',
  'Vätterns',
  'Öarnas',
] as const

const places = `
  Almvik Björkfors Bredåsen Dalhult Ekenäset Flisby Furudal Granforsa Grindtorp Hedsjön Hällnäset Högtorp Järnbo
  Klevåsa Kvarnsjö Kärrbo Ljungtorpa Lövåsen Masboda Mossebro Norrvalla Odensfors Ramshult Rönnäng Sandvalla
  Silverdal Stenbrohult Tallåsen Tjärnvik Ulvsjö Vallmora Vinterhed Ådalsnäs Åkerhult Älgberga Ängsfors Österbro
  Övreby Skogstorpa Storhed
`
  .trim()
  .split(/\s+/)

const kinds = ['Motorklubb', 'Karting', 'Rallyklubb'] as const

export interface StoryClub {
  name: string
  place: string
  /** Index in `districtNames`. */
  district: number
}

/** 120 clubs, distributed over the districts. */
export const clubs: readonly StoryClub[] = kinds.flatMap((kind, round) =>
  places.map((place, at) => ({ name: `${place} ${kind}`, place, district: (at + round * 7) % districtNames.length })),
)
