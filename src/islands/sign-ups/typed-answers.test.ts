import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import { emptyForm, type SignUpState } from './sign-up-state.ts'
import { createTypedAnswers } from './typed-answers.ts'

const createForm = (open: boolean, answers: Record<number, string> = {}) => ({
  $state: atom<SignUpState>({
    open,
    occasionId: 1,
    offer: null,
    form: { ...emptyForm, answers },
    saving: false,
    problems: [],
    attempts: 0,
    refusal: null,
  }),
})

test('only typed answers of an open sign-up are unsaved', () => {
  expect(createTypedAnswers(createForm(true)).get()).toBe('')
  expect(createTypedAnswers(createForm(true, { 1: '  ' })).get()).toBe('')
  expect(createTypedAnswers(createForm(false, { 1: 'Vegan' })).get()).toBe('')
  expect(createTypedAnswers(createForm(true, { 1: 'Vegan' })).get()).toBe('Vegan')
})

test('the answers of chosen companions are unsaved too, until the sign-up is closed', () => {
  const main = createForm(true)
  const companions = [createForm(true, { 1: 'Nötter' }), createForm(false, { 1: 'Inget' })]
  const $typedAnswers = createTypedAnswers(main, companions)
  expect($typedAnswers.get()).toBe('Nötter')
  main.$state.set({ ...main.$state.get(), open: false })
  expect($typedAnswers.get()).toBe('')
})
