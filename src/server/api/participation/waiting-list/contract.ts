import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { EducationPartResult } from '#api/participation/results/contract.ts'
import { writtenResults } from '#api/participation/sign-ups/contract.ts'
import { id, instant, noContent } from '#api/wire.ts'
import { maxPartySize } from './rules.ts'

/** An open place in the queue, as its party sees it. */
export const WaitingEntry = z.object({
  id,
  /** The occasion that was chosen; those tied to it belong to the entry. */
  occasionId: id,
  /** All occasions that the entry waits for. */
  occasionIds: z.array(id),
  educationPartId: id,
  /** The education of the sign-up, whose fee the offer has. */
  educationId: id.nullable(),
  title: z.string(),
  startDate: instant,
  city: z.string(),
  /** The place in the queue, from 1. */
  position: z.int(),
  /** When the offer of the seats ends; null while the party waits. */
  offerEnds: instant.nullable(),
  /** Why the sign-up rules pass the party over, in the caller's language; null for a caller who may not answer. */
  barred: z.string().nullable(),
  /** The caller may answer for the whole party. */
  mayAnswer: z.boolean(),
  /** The caller and the caller's children first. */
  members: z.array(z.object({ userId: id, name: z.string() })),
})
export type WaitingEntry = z.infer<typeof WaitingEntry>

/** An entry of the queue, as the organisers see it. */
export const ManagedEntry = z.object({
  id,
  state: z.enum(['waiting', 'offered', 'accepted', 'left', 'declined', 'lapsed', 'removed', 'ended']),
  /** Null for an entry that is over. */
  position: z.int().nullable(),
  /** Names that the caller may see; the others are counted only. */
  names: z.array(z.string()),
  partySize: z.int(),
  created: instant,
  offered: instant.nullable(),
  offerEnds: instant.nullable(),
  /** Why there is no offer yet. */
  waitsFor: z.enum(['barred', 'party_too_large', 'next', 'full']).nullable(),
  /** The refusal of the sign-up rules, in the caller's language. */
  barred: z.string().nullable(),
})
export type ManagedEntry = z.infer<typeof ManagedEntry>

export const waitingList = contract({
  'GET /WaitingList': {
    who: 'signedIn',
    reply: z.array(WaitingEntry),
    cache: 'never',
    summary: 'The caller’s open places in queues, and those of the caller’s children; offers first.',
  },
  'POST /EducationPartOccasions/:id/waitingList': {
    who: 'signedIn',
    body: z.object({
      userIds: z.array(id).min(1).max(maxPartySize),
      /** The education of the sign-up; needed where several hold the part. */
      educationId: id.nullish(),
    }),
    reply: z.array(WaitingEntry),
    repeatable: true,
    summary: 'Joins the queue of an occasion and of those tied to it; a party is offered seats for all or none.',
  },
  'DELETE /WaitingList/:id': {
    who: 'signedIn',
    reply: noContent,
    changes: ['occasions'],
    summary: 'Leaves the queue or declines the offer; an organiser removes the entry.',
  },
  'POST /WaitingList/:id/accept': {
    who: 'signedIn',
    body: writtenResults,
    reply: z.array(EducationPartResult),
    changes: ['occasions'],
    repeatable: true,
    summary: 'Signs all members of an offer up, all or none, by the rules of signing up.',
  },
  'GET /EducationPartOccasions/:id/waitingList': {
    who: 'educatorsUp',
    reply: z.array(ManagedEntry),
    cache: 'never',
    summary: 'The queue of an occasion with its offers, why each waits, and what became of the latest fifty.',
  },
})
