import { expect, test } from 'vitest'
import { educationChoices } from './education-choices.ts'

const shown = (educationId: number, educationTitle: string) => ({ educationId, educationTitle })

test('each education of what is shown can be chosen once, by title, and what is chosen stays', () => {
  const items = [shown(2, 'Åkning'), shown(1, 'Banbesiktning'), shown(2, 'Åkning')]
  expect(educationChoices(items, [1], 'Vald')).toEqual([
    { value: 1, label: 'Banbesiktning' },
    { value: 2, label: 'Åkning' },
  ])
  expect(educationChoices([], [7], 'Vald')).toEqual([{ value: 7, label: 'Vald' }])
})
