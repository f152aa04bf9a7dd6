import { expect, test } from 'vitest'
import type { NextStep } from '#api/office/dashboard/contract.ts'
import { translator } from '#locales/translate.ts'
import { unchecked } from '../../unchecked.ts'
import { describeNextStep } from './next-step.ts'

const stepOf = (kind: string, done: number): NextStep =>
  unchecked<NextStep>({
    kind: 'education',
    education: {
      educationId: 4,
      title: 'Domare grund',
      partsCompleted: done,
      partsTotal: 2,
      step: { kind, part: { id: 9, title: 'Inlämningsuppgift: Domare grund', type: 3 }, paymentId: null },
    },
  })

test.each([
  ['sv', 'submit', 0, 'Dags att lämna in. Det är det första delmomentet i Domare grund.'],
  ['sv', 'submit', 1, 'Dags att lämna in. 1 av 2 delmoment i Domare grund är klara.'],
  ['sv', 'choose', 1, 'Välj ett tillfälle som passar dig. 1 av 2 delmoment i Domare grund är klara.'],
  ['sv', 'resubmit', 1, 'Utbildaren i Domare grund vill att du kompletterar inlämningen.'],
  ['en', 'submit', 1, 'It is time to hand in your work. Parts of Domare grund done: 1 of 2.'],
  ['en', 'choose', 1, 'Choose a date that suits you. Parts of Domare grund done: 1 of 2.'],
  ['en', 'resubmit', 1, 'The educator of Domare grund asks for more work on your submission.'],
] as const)(
  'in %s, a step to %s is named by its part, and the reason says what to do',
  (language, kind, done, reason) => {
    const described = describeNextStep(stepOf(kind, done), translator(language, 'dashboard'), language)
    expect(described).toMatchObject({ title: 'Inlämningsuppgift: Domare grund', reason, href: '/education/4#part-9' })
  },
)
