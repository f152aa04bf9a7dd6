import type { LicenseRule } from '#api/participation/licenses/renewal/rules.ts'

export interface StoryLicense {
  code: string
  name: string
  description: string
  minAge?: number
  /** Codes of required educations and licences, and indexes in the list of other requirements. */
  requirements: { educations: readonly string[]; licenses?: readonly string[]; others?: readonly number[] }
  groups?: readonly { need: number; educations: readonly string[] }[]
  rule: LicenseRule
  repeats?: readonly string[]
  /** Codes of the educations that give credits, by category. */
  credits?: readonly (readonly string[])[]
}

const plain: LicenseRule = {
  validityMonths: 36,
  validToRule: 0,
  graceDays: 0,
  lateMonths: 0,
  dormantMonths: 0,
  by: 'application',
  automatic: false,
  opensMonths: 6,
  unit: 'hours',
  total: 0,
  categories: [],
}

export const storyOtherRequirements = [
  {
    id: 1,
    name: 'Läkarintyg',
    description: 'Hälsodeklaration som en läkare har skrivit under.',
    validityMonths: 24,
    documentRequired: true,
  },
  {
    id: 2,
    name: 'Utdrag ur belastningsregistret',
    description: 'Visas upp för föreningen, som inte sparar det.',
    validityMonths: 36,
  },
]

/** Licences of the federation, in the order in which they are offered. */
export const storyLicenses: readonly StoryLicense[] = [
  {
    code: 'FUNK',
    name: 'Funktionärslicens',
    minAge: 15,
    description: '<p>För dig som arbetar vid banan.</p>',
    requirements: { educations: ['GEM-02'] },
    rule: { ...plain, by: 'educations', automatic: true, lateMonths: 12 },
    repeats: ['GEM-02'],
  },
  {
    code: 'BANCHEF',
    name: 'Banchefslicens',
    minAge: 18,
    description: '<p>Leder arbetet på en bana under tävling.</p>',
    requirements: { educations: ['GEM-01'], licenses: ['FUNK'] },
    groups: [{ need: 1, educations: ['RAC-02', 'RCX-05'] }],
    rule: { ...plain, validityMonths: 60, by: 'educations', lateMonths: 12 },
    repeats: ['GEM-01'],
  },
  {
    code: 'TEKN',
    name: 'Teknikerlicens',
    minAge: 18,
    description: '<p>Besiktar fordon. Förnyas med 16 timmars fortbildning på tre år.</p>',
    requirements: { educations: ['RAC-06'] },
    rule: {
      ...plain,
      by: 'credits',
      opensMonths: 12,
      graceDays: 30,
      lateMonths: 6,
      total: 16,
      categories: [
        { name: 'Kurs och konferens', minimum: 8, cap: null },
        { name: 'Egna studier', minimum: 0, cap: 4 },
      ],
    },
    credits: [['RAC-02', 'GEM-02'], []],
  },
  {
    code: 'DOM',
    name: 'Domarlicens',
    minAge: 18,
    description: '<p>Gäller i fyra år, till årets slut. Två nationella och två externa uppdrag under tiden.</p>',
    requirements: { educations: ['GEM-06'], others: [2] },
    rule: {
      ...plain,
      validityMonths: 48,
      validToRule: 1,
      by: 'credits',
      unit: 'activities',
      total: 4,
      categories: [
        { name: 'Nationella uppdrag', minimum: 2, cap: null },
        { name: 'Externa uppdrag', minimum: 2, cap: null },
      ],
    },
  },
  {
    code: 'FORARE',
    name: 'Förarlicens',
    minAge: 16,
    description: '<p>Gäller säsongen ut. En licens som vilar i högst fem år kan väckas utan ny utbildning.</p>',
    requirements: { educations: ['RCX-05'], others: [1] },
    rule: { ...plain, validityMonths: 12, validToRule: 1, opensMonths: 2, dormantMonths: 60 },
  },
  {
    code: 'KART',
    name: 'Kartinglicens grön',
    description: '<p>Den första licensen för unga förare.</p>',
    requirements: { educations: ['KAR-01'] },
    rule: { ...plain, validityMonths: 12, validToRule: 2, opensMonths: 2, dormantMonths: 60 },
  },
]
