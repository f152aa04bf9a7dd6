import { expect, test } from 'vitest'
import { educationChoices } from './education-choices.ts'

const shown = (educationId: number, educationTitle: string) => ({ educationId, educationTitle })

test('lists each education of the shown items once, by title, and retains the chosen ones', () => {
  const items = [shown(2, 'Åkning'), shown(1, 'Banbesiktning'), shown(2, 'Åkning')]
  expect(educationChoices(items, [1], 'Vald')).toEqual([
    { value: 1, label: 'Banbesiktning' },
    { value: 2, label: 'Åkning' },
  ])
  expect(educationChoices([], [7], 'Vald')).toEqual([{ value: 7, label: 'Vald' }])
})
