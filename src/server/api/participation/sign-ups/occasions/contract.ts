import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { EducationPartResult } from '#api/participation/results/contract.ts'
import { writtenResults } from '#api/participation/sign-ups/contract.ts'
import { id, noContent, queryId, queryList } from '#api/wire.ts'
import { MissingPrerequisite } from '../contract.ts'

const byOrganization = z.record(z.string(), z.array(EducationPartResult))
const ids = z.object({ ids: queryList(queryId) })

export const occasionResults = contract({
  'GET /EducationPartOccasions/results': {
    who: 'signedIn',
    query: ids,
    reply: z.array(EducationPartResult),
    summary: 'Lists results on the given occasions: the caller’s own, and those that the caller oversees.',
  },
  'GET /EducationPartOccasions/:id/results/:userId': {
    who: 'signedIn',
    reply: z.array(EducationPartResult),
    summary: 'Lists a person’s results on an occasion.',
  },
  'GET /EducationPartOccasions/:id/resultsByOrganization': {
    who: 'signedIn',
    query: z.object({ orgIds: queryList(queryId) }),
    reply: byOrganization,
    summary:
      'Lists the results on an occasion by the participants’ organisations, limited to those that the caller oversees.',
  },
  'PUT /EducationPartOccasions/results': {
    who: 'signedIn',
    body: writtenResults,
    reply: z.array(EducationPartResult),
    changes: ['occasions'],
    repeatable: true,
    summary: 'Signs up to occasions and cancels; educators also approve and set attendance. All or none.',
  },
  'DELETE /EducationPartOccasions/:id/results/:userId/:resultId': {
    who: 'signedIn',
    reply: noContent,
    changes: ['occasions'],
    summary: 'Removes a person from an occasion; a learner’s own sign-up is canceled but kept.',
  },
  'PUT /EducationPartOccasions/:id/results/:userId/:resultId/move': {
    who: 'signedIn',
    body: z.object({ occasionId: id }),
    reply: EducationPartResult,
    changes: ['occasions'],
    summary: 'Moves an own or a child’s booking to another date of the part, also from a canceled occasion.',
  },
  'GET /EducationPartOccasions/GetUncompletedPrerequisitesForOccasion/:id/:userId': {
    who: 'signedIn',
    reply: z.array(MissingPrerequisite),
    summary: 'Lists what the person must complete before the occasion.',
  },
  'GET /Occasions/Results': {
    who: 'signedIn',
    query: ids,
    reply: z.array(EducationPartResult),
    summary: 'Lists the caller’s results on occasions, all or the given ones.',
  },
})
