import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { EducationPart, EducationPartInput } from '#api/catalogue/education-parts/contract.ts'
import { queryId, queryList } from '#api/wire.ts'

export const educationParts = contract({
  'POST /EducationParts': {
    who: 'educatorsUp',
    multipart: 'educationPart',
    body: EducationPartInput,
    reply: EducationPart,
    changes: ['educations', 'occasions'],
    repeatable: true,
    summary: 'A new part; a digital one with its package, which is unpacked as a job.',
  },
  'PUT /EducationParts': {
    who: 'educatorsUp',
    multipart: 'educationPart',
    body: EducationPartInput,
    reply: EducationPart,
    changes: ['educations', 'occasions'],
    summary: 'Changes a part; with a new package the old one is served until the new one stands.',
  },
  'GET /EducationParts/:id': {
    who: 'signedIn',
    reply: EducationPart,
    cache: sharedCache(60, 'members', 'educations'),
    summary: 'One part of an education.',
  },
  'GET /EducationParts/several': {
    who: 'signedIn',
    query: z.object({
      educationPartIds: queryList(queryId).refine((ids) => ids.length <= 200),
      /** The occasion whose part is returned after the others. */
      occasionId: queryId.optional(),
    }),
    reply: z.array(EducationPart),
    cache: sharedCache(60, 'members', 'educations', 'occasions'),
    summary:
      'Several parts at once, by their ids or by an occasion, in the order they were asked for; unknown ids are left out.',
  },
  'GET /EducationParts/articulateparts': {
    who: 'educatorsUp',
    reply: z.array(EducationPart),
    summary: 'The digital parts.',
  },
})
