import { describe, expect, test, vi } from 'vitest'
import type { EducationPartResult } from '#api/participation/results/contract.ts'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { translator } from '#locales/translate.ts'
import { freeOffer as open } from '../../../tests/sign-up-offer.ts'
import { ApiError } from '../client/api-error.ts'
import {
  createSignUpState,
  emptyForm,
  lacksPaymentMethod,
  listMethods,
  problemText,
  type SignUpCalls,
  toAnswers,
  validateSignUp,
} from './sign-up-state.ts'

const food = { id: 1, text: 'Specialkost?', type: 'text' as const, options: [], required: true }
const result = { resultId: 5 } as EducationPartResult

function dialog(calls: Partial<SignUpCalls> = {}) {
  const done = vi.fn()
  return { done, ...createSignUpState({ offer: async () => open, send: async () => result, done, ...calls }) }
}

test('a sign-up is offered, sent and completed', async () => {
  const { choose, send, done, $state } = dialog()
  await choose(7)
  expect($state.get()).toMatchObject({ open: true, occasionId: 7, offer: open })
  await send()
  expect(done).toHaveBeenCalledWith(result)
})

test('a refusal preserves the input and allows another attempt', async () => {
  const send = vi.fn().mockRejectedValueOnce(new Error('Tillfället är fullbokat.')).mockResolvedValueOnce(result)
  const store = dialog({ offer: async () => ({ ...open, questions: [food] }), send })
  await store.choose(7)
  store.answer(1, 'Nötter')
  await store.send()
  expect(store.$state.get()).toMatchObject({
    refusal: 'Tillfället är fullbokat.',
    saving: false,
    form: { answers: { 1: 'Nötter' } },
  })
  await store.choose(8)
  expect(store.$state.get().form.answers).toEqual({ 1: 'Nötter' })
  await store.send()
  expect(store.done).toHaveBeenCalledOnce()
})

test('the page is loaded again when the dialog closes after a refusal of what the page shows', async () => {
  const outdated = vi.fn()
  const send = vi
    .fn()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new ApiError(409, { message: 'Tillfället är inställt.' }))
  const store = dialog({ send, outdated })
  await store.choose(7)
  await store.send()
  store.close()
  expect(outdated).not.toHaveBeenCalled()
  await store.choose(7)
  await store.send()
  expect(outdated).not.toHaveBeenCalled()
  store.close()
  expect(outdated).toHaveBeenCalledOnce()
})

test.each([
  ['another occasion', 8],
  ['the same occasion and another person', 7],
])('a late answer is ignored after %s is chosen', async (_what, next) => {
  const answers: { resolve: (offer: SignUpOffer) => void; reject: (error: Error) => void }[] = []
  const store = dialog({
    offer: () =>
      new Promise((resolve, reject) => {
        answers.push({ resolve, reject })
      }),
  })
  const first = store.choose(7)
  const second = store.choose(next)
  answers[1]?.resolve({ ...open, fee: 500 })
  await second
  answers[0]?.resolve({ ...open, fee: 100 })
  await first
  expect(store.$state.get().offer?.fee).toBe(500)
  const third = store.choose(7)
  const fourth = store.choose(next)
  answers[3]?.resolve(open)
  await fourth
  answers[2]?.reject(new Error('Tillfället är fullbokat.'))
  await third
  expect(store.$state.get()).toMatchObject({ offer: open, refusal: null })
})

test('the list of errors names the question that lacks an answer', () => {
  const offer = { ...open, questions: [food] }
  const [problem] = validateSignUp(emptyForm, offer)
  const t = translator('sv', 'sign-ups')
  expect(problem && problemText(problem, offer, t)).toBe('Specialkost? Svara på frågan.')
  expect(problemText({ name: 'method', message: 'methodMissing' }, offer, t)).toBe('Välj hur du vill betala.')
})

test('an unanswered question is not sent', async () => {
  const send = vi.fn()
  const store = dialog({ offer: async () => ({ ...open, questions: [food] }), send })
  await store.choose(7)
  await store.send()
  expect(store.$state.get().problems).toEqual([{ name: 'question-1', message: 'answerMissing' }])
  expect(send).not.toHaveBeenCalled()
})

test('an error disappears when it is corrected, and no new one appears before the next attempt', async () => {
  const offer = { ...open, questions: [food], fee: 500, mayPayByCard: true, mayBeInvoiced: true }
  const store = dialog({ offer: async () => offer })
  await store.choose(7)
  await store.send()
  const names = () => store.$state.get().problems.map(({ name }) => name)
  expect(names()).toEqual(['question-1', 'method'])
  store.change({ method: 'card' })
  expect(names()).toEqual(['question-1'])
  store.answer(1, 'Nötter')
  expect(names()).toEqual([])
  expect(store.$state.get().attempts).toBe(1)
})

test('a second press during a request sends nothing', async () => {
  const send = vi.fn(() => new Promise<EducationPartResult>(() => {}))
  const store = dialog({ send })
  await store.choose(7)
  void store.send()
  void store.send()
  expect(send).toHaveBeenCalledOnce()
})

test('a late offer of an occasion that is no longer open is not shown', async () => {
  const answers: ((offer: SignUpOffer) => void)[] = []
  const store = dialog({ offer: () => new Promise((resolve) => answers.push(resolve)) })
  const first = store.choose(7)
  const second = store.choose(8)
  answers[1]?.({ ...open, fee: 8 })
  answers[0]?.({ ...open, fee: 7 })
  await Promise.all([first, second])
  expect(store.$state.get().offer?.fee).toBe(8)
})

describe('the way of paying', () => {
  const named = (id: number) => ({ id, name: `Nr ${id}` })
  test('is preselected when there is only one', async () => {
    const offer = { ...open, fee: 500, mayBeInvoiced: true, invoiceRecipients: [named(4)], guardians: [named(9)] }
    const store = dialog({ offer: async () => offer })
    await store.choose(7)
    expect(store.$state.get().form).toMatchObject({ guardianUserId: 9, invoiceRecipientId: 4 })
  })
  test('is required when there are several', () => {
    const several = { ...open, fee: 500, mayBeInvoiced: true, mustHaveGuardian: true, guardians: [named(1), named(2)] }
    expect(validateSignUp(emptyForm, several).map(({ name }) => name)).toEqual(['guardian', 'recipient'])
  })
  test('cannot be chosen when only a card is accepted', () => {
    expect(lacksPaymentMethod({ ...open, fee: 500 })).toBe(true)
    expect(lacksPaymentMethod({ ...open, fee: 500, mayBeInvoiced: true })).toBe(false)
    expect(lacksPaymentMethod(open)).toBe(false)
  })
  test('is a choice of two, and a card requires accepted terms', () => {
    const offer = { ...open, fee: 500, mayBeInvoiced: true, mayPayByCard: true, invoiceRecipients: [named(4)] }
    const missing = (form: object) => validateSignUp({ ...emptyForm, ...form }, offer).map(({ name }) => name)
    expect(listMethods(offer)).toEqual(['card', 'invoice'])
    expect(missing({})).toEqual(['method'])
    expect(missing({ method: 'card' })).toEqual(['terms'])
    expect(missing({ method: 'card', acceptsTerms: true })).toEqual([])
    expect(missing({ method: 'invoice' })).toEqual(['recipient'])
    expect(missing({ method: 'invoice', invoiceRecipientId: 4 })).toEqual([])
    expect(lacksPaymentMethod({ ...offer, mayBeInvoiced: false })).toBe(false)
  })
})

test('a card payment does not sign up first', async () => {
  const send = vi.fn()
  const pay = vi.fn().mockRejectedValueOnce(new Error('Tillfället är fullbokat.')).mockResolvedValueOnce(undefined)
  const store = dialog({ offer: async () => ({ ...open, fee: 500, mayPayByCard: true }), send, pay })
  await store.choose(7)
  await store.send()
  expect(store.$state.get().problems).toEqual([{ name: 'terms', message: 'termsMissing' }])
  store.change({ acceptsTerms: true })
  await store.send()
  expect(store.$state.get()).toMatchObject({ refusal: 'Tillfället är fullbokat.', saving: false })
  await store.send()
  expect(pay).toHaveBeenCalledTimes(2)
  expect(send).not.toHaveBeenCalled()
  expect(store.done).not.toHaveBeenCalled()
})

test('a question that several parts ask is answered once, for each of them', () => {
  const offer = { ...open, questions: [food, { ...food, id: 1001, text: 'Dag 2: Specialkost?', sameAs: 1 }] }
  const form = { ...emptyForm, answers: { 1: 'Nötter' } }
  expect(toAnswers(form, offer)).toEqual([
    { questionId: 1, answer: 'Nötter' },
    { questionId: 1001, answer: 'Nötter' },
  ])
  expect(validateSignUp(form, offer)).toEqual([])
  expect(validateSignUp(emptyForm, offer).map(({ name }) => name)).toEqual(['question-1'])
})
