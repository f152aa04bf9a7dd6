import { expect, test } from 'vitest'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { freeOffer } from '../../../tests/sign-up-offer.ts'
import { areCompanionsReady, type Companion, createChosenCompanions, createCompanionProblems } from './companions.ts'
import { createSignUpState, emptyForm } from './sign-up-state.ts'

const food = { id: 1, text: 'Specialkost?', type: 'text' as const, options: [], required: true }
const offer: SignUpOffer = { ...freeOffer, questions: [food] }

function companion(own: () => Promise<SignUpOffer>): Companion {
  return {
    id: 16,
    name: 'Alva',
    store: createSignUpState({ offer: own, send: async () => undefined, done: () => undefined }),
  }
}

test('somebody who was chosen is not left out because the questions are still being fetched', async () => {
  const slow = Promise.withResolvers<SignUpOffer>()
  const alva = companion(() => slow.promise)
  const $problems = createCompanionProblems([alva])
  const choice = alva.store.choose(7)
  expect(areCompanionsReady([alva], emptyForm, offer)).toBe(false)
  expect($problems.get()).toEqual([{ name: 'companion-16', message: 'companionLoading', person: 'Alva', reason: null }])
  slow.resolve({ ...offer, questions: [] })
  await choice
  expect($problems.get()).toEqual([])
  expect(areCompanionsReady([alva], emptyForm, offer)).toBe(true)
})

test('problems of a companion lead to its own fields, and go with the choice', async () => {
  const alva = companion(async () => offer)
  const $problems = createCompanionProblems([alva])
  await alva.store.choose(7)
  expect(areCompanionsReady([alva], emptyForm, offer)).toBe(false)
  expect($problems.get()).toEqual([
    { name: 'companion-16-question-1', message: 'answerMissing', person: 'Alva', reason: null },
  ])
  alva.store.close()
  expect($problems.get()).toEqual([])
  expect(areCompanionsReady([alva], emptyForm, offer)).toBe(true)
})

test('everybody of a party takes part, and a companion who may not keeps all from being signed up', async () => {
  const alva = companion(async () => ({ ...offer, questions: [], allowed: false, message: 'Fullbokat.' }))
  expect(areCompanionsReady([alva], emptyForm, offer, true)).toBe(false)
  await alva.store.choose(7)
  expect(areCompanionsReady([alva], emptyForm, offer, true)).toBe(false)
  expect(createCompanionProblems([alva]).get()).toEqual([
    { name: 'companion-16', message: 'notPossible', person: 'Alva', reason: 'Fullbokat.' },
  ])
})

test('the method and the terms are asked of the main person alone', async () => {
  const paid = { ...offer, questions: [], fee: 250, mayPayByCard: true, mayBeInvoiced: true }
  const alva = companion(async () => paid)
  await alva.store.choose(7)
  expect(areCompanionsReady([alva], emptyForm, paid)).toBe(true)
  expect(createCompanionProblems([alva]).get()).toEqual([])
  expect(areCompanionsReady([alva], emptyForm, { ...paid, fee: 0 })).toBe(false)
  expect(createCompanionProblems([alva]).get()).toMatchObject([{ message: 'companionPaysAlone' }])
})

test('only chosen companions who may be signed up count in the total fee', async () => {
  const alva = companion(async () => ({ ...offer, fee: 250 }))
  const milo = companion(async () => ({ ...offer, fee: 250, allowed: false }))
  const $chosen = createChosenCompanions([alva, milo])
  expect($chosen.get()).toEqual([])
  await Promise.all([alva.store.choose(7), milo.store.choose(7)])
  expect($chosen.get()).toEqual([{ name: 'Alva', fee: 250 }])
  alva.store.close()
  expect($chosen.get()).toEqual([])
})
