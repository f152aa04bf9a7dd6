import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { CustomAnswer } from '#api/questions.ts'
import { id, instant, kronor } from '#api/wire.ts'

/** One sign-up or attempt of a person on a part, with or without an occasion. */
export const EducationPartResult = z.object({
  resultId: id,
  userId: id,
  /** Id of the part. */
  referenceId: id,
  completed: z.boolean(),
  completedDate: instant.nullable(),
  /** Null while the sign-up waits for approval. */
  signUpDate: instant.nullable(),
  lastChange: instant,
  canceled: z.boolean(),
  paymentId: z.string().nullable(),
  invoiceRecipientId: id.nullable(),
  customAnswers: z.array(CustomAnswer),
  occasionId: id.nullable(),
  practicalDriverExamId: id.nullable(),
  educationId: id.nullable(),
  attended: z.boolean().nullable(),
  approvedByUserId: id.nullable(),
  registeredByUserId: id.nullable(),
  feeAtSignUp: kronor,
  guardianUserId: id.nullable(),
  score: z.number().nullable(),
})
export type EducationPartResult = z.infer<typeof EducationPartResult>

export const results = contract({
  'GET /EducationParts/:id/results': {
    who: 'educatorsUp',
    integration: { permission: 'IntegrationRead', resource: 'results', isNarrowed: true },
    reply: z.array(EducationPartResult),
    summary: 'Lists the results on a part that the caller may see.',
  },
  'GET /EducationParts/:id/results/:userId': {
    who: 'signedIn',
    integration: { permission: 'IntegrationRead', resource: 'results', isNarrowed: true },
    reply: z.array(EducationPartResult),
    cache: 'never',
    summary: 'Lists a person’s results on a part, latest change first; the player polls it every two seconds.',
  },
})
