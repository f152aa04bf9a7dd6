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
    summary: 'Creates a part. The package of a digital part is unpacked by a background job.',
  },
  'PUT /EducationParts': {
    who: 'educatorsUp',
    multipart: 'educationPart',
    body: EducationPartInput,
    reply: EducationPart,
    changes: ['educations', 'occasions'],
    summary: 'Changes a part. The old package is served until a new one is ready.',
  },
  'GET /EducationParts/:id': {
    who: 'signedIn',
    reply: EducationPart,
    cache: sharedCache(60, 'members', 'educations'),
    summary: 'Returns a part of an education.',
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
    summary: 'Lists parts by their ids or by an occasion, in the requested order; unknown ids are left out.',
  },
  'GET /EducationParts/articulateparts': {
    who: 'educatorsUp',
    reply: z.array(EducationPart),
    summary: 'Lists the digital parts.',
  },
})
