import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { EducationPartResult } from '#api/participation/results/contract.ts'
import { writtenResults } from '#api/participation/sign-ups/contract.ts'
import { noContent, queryId, queryList } from '#api/wire.ts'
import { MissingPrerequisite } from '../contract.ts'

const byOrganization = z.record(z.string(), z.array(EducationPartResult))
const ids = z.object({ ids: queryList(queryId) })

export const occasionResults = contract({
  'GET /EducationPartOccasions/results': {
    who: 'signedIn',
    query: ids,
    reply: z.array(EducationPartResult),
    summary: 'Results on the given occasions: own ones, and those the caller oversees.',
  },
  'GET /EducationPartOccasions/:id/results/:userId': {
    who: 'signedIn',
    reply: z.array(EducationPartResult),
    summary: 'A person’s results on an occasion.',
  },
  'GET /EducationPartOccasions/:id/resultsByOrganization': {
    who: 'signedIn',
    query: z.object({ orgIds: queryList(queryId) }),
    reply: byOrganization,
    summary: 'The results on an occasion by the organisations of the participants, as far as the caller oversees them.',
  },
  'PUT /EducationPartOccasions/results': {
    who: 'signedIn',
    body: writtenResults,
    reply: z.array(EducationPartResult),
    changes: ['occasions'],
    repeatable: true,
    summary: 'Signs up to occasions, cancels, and for educators approves and sets attendance; all or none.',
  },
  'DELETE /EducationPartOccasions/:id/results/:userId/:resultId': {
    who: 'signedIn',
    reply: noContent,
    changes: ['occasions'],
    summary: 'Takes a person off an occasion; a learner’s own is canceled and kept.',
  },
  'GET /EducationPartOccasions/GetUncompletedPrerequisitesForOccasion/:id/:userId': {
    who: 'signedIn',
    reply: z.array(MissingPrerequisite),
    summary: 'What the person must complete before the occasion.',
  },
  'GET /Occasions/Results': {
    who: 'signedIn',
    query: ids,
    reply: z.array(EducationPartResult),
    summary: 'The caller’s own results on occasions, optionally on the given ones.',
  },
})
