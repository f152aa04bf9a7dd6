import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { OccasionInput } from '#api/catalogue/occasions/management/contract.ts'
import type { Translate } from '#locales/translate.ts'
import { ApiError, api, isAlreadyDone } from '../client/api.ts'
import { withoutIndexes } from './occasion-draft.ts'

/** Rethrows a refusal with the field names of one occasion, since the form shows each field once. */
function rethrowForOne(error: unknown): never {
  if (!(error instanceof ApiError) || !error.body.fields) throw error
  throw new ApiError(error.status, { ...error.body, fields: withoutIndexes(error.body.fields) })
}

type CreatedOccasions = [first: Occasion, ...rest: Occasion[]]

/**
 * Returns whether an answer is a list of at least one occasion, each with a positive id, so that the first can be
 * opened; a proxy may answer with a page of its own.
 */
export const isCreated = (answer: unknown): answer is CreatedOccasions =>
  Array.isArray(answer) &&
  answer.length > 0 &&
  answer.every((one: Partial<Occasion> | null) => Number.isInteger(one?.id) && (one?.id ?? 0) > 0)

/**
 * Returns the write that creates an occasion and its repetitions in one call. An answer that cannot be read is an error
 * that keeps the idempotency key, so that the same form creates them once however often it is sent.
 *
 * @throws Error with a text of `t` when they exist already or the answer is unreadable.
 */
export const createOccasions =
  (t: Translate) =>
  async (body: OccasionInput[], idempotencyKey: string): Promise<CreatedOccasions> => {
    const sent =
      body.length === 1 && body[0]
        ? api('POST /EducationPartOccasions', { body: body[0] }, { idempotencyKey }).then((one) => [one])
        : api('POST /EducationPartOccasions/several', { body }, { idempotencyKey }).catch(rethrowForOne)
    const answer = await sent.catch((error: unknown): never => {
      if (!isAlreadyDone(error)) throw error
      throw new Error(t('createdAlready'))
    })
    if (!isCreated(answer)) throw new Error(t('createdUnread'))
    return answer
  }
