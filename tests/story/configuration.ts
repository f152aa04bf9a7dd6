import type { Feature } from '#api/features.ts'
import type { PortalConfiguration } from '#api/foundation/portal-configuration/contract.ts'
import { federation } from './clubs.ts'

/** Features that the demo enables; a feature joins the list when its screens exist. */
const demoFeatures: readonly Feature[] = [
  'UserToEducationCategoryFiltering',
  'NewEducationTargetGroup',
  'RoleManagement',
  'UseExternalLogin',
  'EducationPartTags',
  'PracticalDriverExamination',
  'CardPayment',
  'License',
  'UserLicense',
  'PublicCatalogue',
  'OwnAccounts',
]

export const configuration: PortalConfiguration = {
  googleAnalyticsKey: null,
  googleTagManagerId: null,
  locale: 'sv-se',
  features: [...demoFeatures],
  organizationName: federation.name,
  organizationWebsite: federation.website,
  welcomeText:
    '<p>Här hittar du förbundets utbildningar för förare, funktionärer, ledare och domare. Anmäl dig, gå webbkurser i din egen takt och samla dina intyg på ett ställe.</p>',
  cookieInformationContent:
    '<p>Portalen sparar det som behövs för att du ska kunna vara inloggad och för att komma ihåg dina val av språk och utseende. Besöksstatistik samlas bara in om du säger ja.</p><p>Du kan när som helst ändra dig på sidan om cookies.</p>',
  externalLinks: [
    { title: 'Förbundets webbplats', url: 'https://nordiskbilsport.example' },
    { title: 'Tävlingskalendern', url: 'https://nordiskbilsport.example/kalender' },
    { title: 'Regler och blanketter', url: 'https://nordiskbilsport.example/regler' },
  ],
  purchaseTermsContent:
    '<h2>Anmälan och betalning</h2><p>Anmälan är bindande när sista dag att avanmäla sig har passerat. Priser anges i svenska kronor. Utbildning inom den ideella idrotten är normalt undantagen från moms.</p><h2>Avanmälan</h2><p>Du kan avanmäla dig utan kostnad till och med sista dag att avanmäla sig. Därefter återbetalas avgiften endast vid sjukdom som styrks med intyg.</p><h2>Inställda tillfällen</h2><p>Ställs ett tillfälle in får du hela avgiften tillbaka eller en plats på ett senare tillfälle.</p>',
  logoUrl: null,
  accentColor: '#0b5cad',
  mailFrom: 'utbildning@nordiskbilsport.example',
  passwordExpiryDays: 14,
  inactiveMonths: 24,
  anonymiseMonths: 36,
  reachMonths: 12,
  maxUploadMb: 50,
  secondFactorFrom: null,
  studyLeaderLicenseId: null,
}

export const gdprContact = { email: 'dataskydd@nordiskbilsport.example', phone: '08-550 00 01' } as const

export const disturbance =
  'Torsdag kväll mellan 22 och 24 uppdaterar vi portalen. Webbkurser kan då behöva öppnas på nytt; ditt resultat finns kvar.'

/** Short news, newest first; 140 characters at most. */
export const news = [
  'Höstens kurser för tävlingsledare är öppna för anmälan. Platserna är få, så vänta inte för länge.',
  'Ny webbkurs: Säkerhet vid banan. Den tar drygt en timme och gäller i tre år.',
  'Karlstad får ett extra tillfälle av Funktionär grund. Tack för det stora intresset!',
  'Grattis till alla 48 nya flaggvakter som blev klara under våren.',
  'Kartingmekaniker ges nu även på kvällstid.',
  'Intyg kan skrivas ut direkt från din profil. Koden på intyget visar att det är äkta.',
  'Vi söker fler utbildare i norra distrikten. Hör av dig till kansliet.',
  'Regelboken för nästa säsong finns nu i biblioteket.',
] as const

export const mediaLibrary = [
  {
    title: 'Regelboken i korthet',
    url: 'https://nordiskbilsport.example/regler/kort',
    tag: 'Regler',
    education: 'GEM-01',
  },
  {
    title: 'Affisch: flaggor och deras betydelse',
    url: 'https://nordiskbilsport.example/media/flaggor',
    tag: 'Affischer',
    education: 'RAC-02',
  },
  {
    title: 'Film: så larmar du',
    url: 'https://nordiskbilsport.example/media/larma',
    tag: 'Filmer',
    education: 'GEM-02',
  },
  {
    title: 'Mall: säkerhetsplan',
    url: 'https://nordiskbilsport.example/media/sakerhetsplan',
    tag: 'Mallar',
    education: 'GEM-03',
  },
  {
    title: 'Mall: lektionsplan',
    url: 'https://nordiskbilsport.example/media/lektionsplan',
    tag: 'Mallar',
    education: 'GEM-10',
  },
  {
    title: 'Checklista för depån',
    url: 'https://nordiskbilsport.example/media/depa',
    tag: 'Mallar',
    education: 'RAC-04',
  },
  {
    title: 'Film: en dag som flaggvakt',
    url: 'https://nordiskbilsport.example/media/flaggvakt',
    tag: 'Filmer',
    education: 'RAC-02',
  },
  {
    title: 'Barnets tävlingsdag',
    url: 'https://nordiskbilsport.example/media/tavlingsdag',
    tag: 'Regler',
    education: 'GEM-11',
  },
] as const
