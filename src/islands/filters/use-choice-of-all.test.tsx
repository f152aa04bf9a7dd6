import { useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useChoiceOfAll } from './use-choice-of-all.ts'

const keys = ['first', 'first', 'other', 'first']

/** Chooses all at first, passes through the keys, and receives whether all are chosen at each. */
function Steps({ onStep }: { onStep: (isAll: boolean) => void }) {
  const [step, setStep] = useState(0)
  const all = useChoiceOfAll({ key: keys[step] ?? '', chosenCount: 1, total: 9, most: 10 })
  onStep(all.isAll)
  if (step === 0) all.chooseAll()
  if (step < keys.length - 1) setStep(step + 1)
  return null
}

test('a choice of all ends with another filter, and does not come back with the first one', () => {
  const seen: boolean[] = []
  renderToStaticMarkup(<Steps onStep={(isAll) => seen.push(isAll)} />)
  expect(seen).toEqual([false, true, false, false])
})
