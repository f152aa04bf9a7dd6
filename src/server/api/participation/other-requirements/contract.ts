import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { day, id, line, noContent } from '#api/wire.ts'

export const OtherRequirement = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  /** Null: never expires. */
  validityMonths: z.int().nullable(),
  documentRequired: z.boolean(),
  active: z.boolean(),
})
export type OtherRequirement = z.infer<typeof OtherRequirement>

const OtherRequirementInput = z.object({
  id: id.nullish(),
  name: line.min(1).max(200),
  description: z.string().trim().max(2000).nullable(),
  validityMonths: z.int().min(1).max(600).nullable(),
  documentRequired: z.boolean(),
  active: z.boolean(),
})
export type OtherRequirementInput = z.infer<typeof OtherRequirementInput>

export const OtherRequirementResult = z.object({
  id,
  otherRequirementId: id,
  otherRequirementName: z.string(),
  userId: id,
  completed: z.boolean(),
  completedDate: day,
  validTo: day.nullable(),
  note: z.string().nullable(),
  /** Null when a connected system registered it. */
  registeredByUserId: id.nullable(),
})
export type OtherRequirementResult = z.infer<typeof OtherRequirementResult>

export const otherRequirements = contract({
  'GET /OtherRequirement': {
    who: 'signedIn',
    feature: 'License',
    reply: z.array(OtherRequirement),
    cache: sharedCache(60, 'everyone', 'licenses'),
    summary: 'Lists the requirements of licences other than educations, licences and age.',
  },
  'POST /OtherRequirement': {
    who: 'superadministrators',
    feature: 'License',
    body: OtherRequirementInput,
    reply: OtherRequirement,
    changes: ['licenses'],
    repeatable: true,
    summary: 'Creates such a requirement.',
  },
  'PUT /OtherRequirement': {
    who: 'superadministrators',
    feature: 'License',
    body: OtherRequirementInput.extend({ id }),
    reply: OtherRequirement,
    changes: ['licenses'],
    summary: 'Changes or retires a requirement; results keep their dates.',
  },
  'GET /user/:id/OtherRequirementResults': {
    who: 'signedIn',
    feature: 'License',
    integration: { permission: 'IntegrationRead', resource: 'results', isNarrowed: true },
    reply: z.array(OtherRequirementResult),
    summary: 'Lists the other requirements that a person has met, latest first.',
  },
  'POST /OtherRequirement/results': {
    who: 'administratorsUp',
    feature: 'License',
    integration: { permission: 'IntegrationWrite', resource: 'results', isNarrowed: true },
    body: z.object({
      userId: id,
      otherRequirementId: id,
      completedDate: day,
      /** The default follows from the requirement's validity. */
      validTo: day.nullish(),
      note: z.string().trim().max(500).nullish(),
    }),
    reply: OtherRequirementResult,
    repeatable: true,
    summary: 'Records that a person meets a requirement; a second call for the same day changes the first.',
  },
  'DELETE /OtherRequirement/results/:userId/:resultId': {
    who: 'administratorsUp',
    feature: 'License',
    reply: noContent,
    summary: 'Removes such a result.',
  },
})
