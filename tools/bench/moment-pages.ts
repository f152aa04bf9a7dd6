import type { CastName } from '#story/people.ts'

/** A payment that the bench adds to the seed; `status` as in `PaymentStatus`. */
export interface BenchPayment {
  id: string
  payer: CastName
  status: 0 | 1 | 2 | 3 | 4 | 5
  receiptNumber: number | null
  /** The child that asks its guardians to pay. */
  isRequestOf?: CastName
}

const idOf = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`
const [pending, paid, failed, canceled, refunded, requested] = [1, 2, 3, 4, 5, 6].map(idOf)

export const payments = [
  { id: idOf(1), payer: 'learner', status: 1, receiptNumber: null },
  { id: idOf(2), payer: 'learner', status: 2, receiptNumber: 990_001 },
  { id: idOf(3), payer: 'learner', status: 3, receiptNumber: null },
  { id: idOf(4), payer: 'learner', status: 4, receiptNumber: null },
  { id: idOf(5), payer: 'learner', status: 5, receiptNumber: 990_002 },
  { id: idOf(6), payer: 'junior', status: 0, receiptNumber: null, isRequestOf: 'junior' },
] as const satisfies readonly BenchPayment[]

/** Token of the link in the mail to a guardian; its hash is in the bench's database. */
export const consentToken = 'bench-consent'

/**
 * Pages of one link, one payment or one step, by who opens them; null is a visitor. Rows are added by `prepareMoments`.
 */
export const momentPages: readonly { as: CastName | null; paths: readonly string[] }[] = [
  {
    as: null,
    paths: ['/login/email?token=bench', `/betalning/kvitto/${paid}`],
  },
  {
    as: 'learner',
    paths: [
      `/betalning/${pending}`,
      `/betalning/${failed}`,
      `/betalning/${canceled}`,
      `/betalning/pending/${pending}`,
      `/betalning/bekraftelse/${paid}`,
      `/betalning/bekraftelse/${refunded}`,
      '/login/connect',
      '/print/certificate/5/education/2',
      '/print/certificate/5/education/2/pdf',
    ],
  },
  {
    as: 'guardian',
    paths: ['/profile/6', `/betalning/begaran/${requested}`, `/register/consent?token=${consentToken}`],
  },
  { as: 'external', paths: ['/login/secondfactor'] },
]
