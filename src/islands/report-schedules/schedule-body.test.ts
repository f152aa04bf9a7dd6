import { expect, test } from 'vitest'
import { boardChoice, type ScheduleDraft, toNewSchedule } from './schedule-body.ts'

const views = [
  { id: 3, isShared: true },
  { id: 4, isShared: false },
]
const draft: ScheduleDraft = { viewId: 3, rhythm: 'weekly', weekday: 2, monthday: 31, hour: 7, receiverIds: [1, 8, 9] }

test('a shared view and the board report go to the chosen receivers', () => {
  expect(toNewSchedule(draft, views, 1)).toEqual({
    savedViewId: 3,
    times: { rhythm: 'weekly', day: 2, hour: 7 },
    receiverIds: [1, 8, 9],
  })
  expect(toNewSchedule({ ...draft, viewId: boardChoice, rhythm: 'monthly' }, views, 1)).toEqual({
    savedViewId: null,
    times: { rhythm: 'monthly', day: 31, hour: 7 },
    receiverIds: [1, 8, 9],
  })
})

test('the report of a private view goes to its owner alone, also when receivers were chosen earlier', () => {
  expect(toNewSchedule({ ...draft, viewId: 4 }, views, 1)).toMatchObject({ savedViewId: 4, receiverIds: [1] })
  expect(toNewSchedule({ ...draft, viewId: 4, receiverIds: [8] }, views, 1).receiverIds).toEqual([1])
})
