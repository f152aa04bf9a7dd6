import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { Occasion } from '#api/catalogue/occasions/contract.ts'
import { EducationPartResult } from '#api/participation/results/contract.ts'
import { CustomAnswer, PaymentMethod } from '#api/questions.ts'
import { id, line, noContent, queryId } from '#api/wire.ts'

export const Tag = z.object({
  id,
  educationId: id,
  name: z.string(),
  /** Ids of the occasions that are not cancelled, by time. */
  occasionIds: z.array(id),
})
export type Tag = z.infer<typeof Tag>

const feature = 'EducationPartTags'
const name = line.min(1).max(100)

/** Requested often while people choose, and cached for a few seconds. */
const seconds = sharedCache(5, 'members', 'occasions', 'educations')

const methods = {
  who: 'signedIn',
  feature,
  reply: z.array(PaymentMethod),
  cache: seconds,
  summary: 'How the whole set can be paid: what every occasion of it that costs takes.',
} as const

const seats = {
  who: 'signedIn',
  feature,
  reply: z.int().nullable(),
  cache: 'never',
  summary: 'Places left on the whole set, which are those of its fullest occasion; null when none has a limit.',
} as const

/** SignedUp 0, Pending 1, Completed 2, Attended 3, Canceled 4 (spec G-036), by number or name. */
const statusNames = ['SignedUp', 'Pending', 'Completed', 'Attended', 'Canceled'] as const
export const ResultStatusType = z
  .union([z.enum(statusNames).transform((name) => statusNames.indexOf(name)), z.string().transform(Number)])
  .pipe(z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]))
export type ResultStatusType = z.infer<typeof ResultStatusType>

export const tagCalls = contract({
  'GET /tag/education/:educationId': {
    who: 'signedIn',
    feature,
    reply: z.array(Tag),
    cache: seconds,
    summary: 'Lists the tags of an education with their occasions.',
  },
  'GET /tag/UsedPaymentMethodsByOccasionId/tag//:tagId': methods,
  'GET /tag/UsedPaymentMethodsByOccasionId/tag/:tagId': methods,
  'GET /tag/UsedPaymentMethodsByOccasionId/tag/:occasionId/:tagId': methods,
  'GET /tag/ConnectedOccasionsByTag/:tagId/educationPart/:educationPartId': {
    who: 'signedIn',
    feature,
    reply: z.array(Occasion),
    cache: seconds,
    summary: 'Lists the occasions of other parts that have the same tag as the part’s own occasion.',
  },
  'GET /tag/ConnectedOccasions/occasion/:occasionId': {
    who: 'signedIn',
    feature,
    reply: z.array(Occasion),
    cache: seconds,
    summary: 'Lists the occasions of other parts that have the same tag as an occasion.',
  },
  'GET /tag/AvailableSpotsOnConnectedOccasions/:tagId/educationPart/:educationPartId': seats,
  'GET /tag/AvailableSpotsOnConnectedOccasions/:tagId/educationPart/:educationPartId/occasion/:occasionId': seats,
  'GET /tag/AnyConnectedOccasionsNeedsApproval/:tagId/educationPart/:educationPartId/occasion/:occasionId': {
    who: 'signedIn',
    feature,
    reply: z.boolean(),
    cache: seconds,
    summary: 'Returns whether any occasion of the set requires approval, so that the whole set does.',
  },
  'GET /tag/ConnectedResults/result/:resultId/ResultStatusType/:type': {
    who: 'signedIn',
    feature,
    params: z.object({ resultId: queryId, type: ResultStatusType }),
    reply: z.array(EducationPartResult),
    cache: 'never',
    summary: 'Lists the person’s other results on the set with that status, limited to those that the caller may read.',
  },
  'GET /tag/AreAllOccasionsInFuture': {
    who: 'signedIn',
    feature,
    query: z.object({ tagId: queryId, educationPartId: queryId.optional(), occasionId: queryId.optional() }),
    reply: z.boolean(),
    cache: 'never',
    summary: 'Returns whether no occasion of the set has started.',
  },
  'PUT /tag/results': {
    who: 'signedIn',
    feature,
    body: z.object({
      tagId: id,
      userId: id,
      /** The occasions that the caller saw; refused when the tag has others. An empty list accepts any. */
      occasionIds: z.array(id).max(50).default([]),
      educationId: id.nullish(),
      customAnswers: z.array(CustomAnswer).max(200).optional(),
      invoiceRecipientId: id.nullish(),
      paymentId: z.string().nullish(),
      guardianUserId: id.nullish(),
    }),
    reply: z.array(EducationPartResult),
    changes: ['occasions'],
    repeatable: true,
    summary: 'Signs up to all occasions of the set, or to none.',
  },
  'POST /tag': {
    who: 'educatorsUp',
    feature,
    body: z.object({ educationId: id, name, occasionIds: z.array(id).max(50).default([]) }),
    reply: Tag,
    changes: ['occasions'],
    repeatable: true,
    summary: 'Creates a tag of an education, with at most one occasion of each part.',
  },
  'PUT /tag/:id': {
    who: 'educatorsUp',
    feature,
    body: z.object({ name, occasionIds: z.array(id).max(50) }),
    reply: Tag,
    changes: ['occasions'],
    summary: 'Renames a tag and replaces its occasions; sign-ups stay.',
  },
  'DELETE /tag/:id': {
    who: 'educatorsUp',
    feature,
    reply: noContent,
    changes: ['occasions'],
    summary: 'Deletes a tag: its occasions can be chosen separately again, and sign-ups stay.',
  },
})
