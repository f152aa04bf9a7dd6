import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { EducationStep } from '#api/participation/next-steps/contract.ts'
import { day, id } from '#api/wire.ts'

/** A completed education that expires soon or has expired, and what renews it. */
export const EducationRenewal = z.object({
  educationId: id,
  title: z.string(),
  validTo: day,
  /** The next step of taking the education again, by the rule of every screen. */
  step: EducationStep,
})
export type EducationRenewal = z.infer<typeof EducationRenewal>

export const educationRenewals = contract({
  'GET /user/:id/EducationRenewals': {
    who: 'signedIn',
    reply: z.array(EducationRenewal),
    summary: 'Completed educations that expire within 90 days or expired in the last year, and what renews each.',
  },
})
