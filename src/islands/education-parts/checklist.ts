import type { ChecklistItem } from '#api/questions.ts'
import { newRowId } from '../editing/new-row-id.ts'

/** Returns the checklist with an empty required item at its end, under an id that the list never had. */
export const withNewItem = (items: readonly ChecklistItem[]): ChecklistItem[] => [
  ...items,
  { id: newRowId(), text: '', required: true },
]

/** Trims the texts of the items and removes empty ones, in the same order. */
export const tidyChecklist = (items: readonly ChecklistItem[]): ChecklistItem[] =>
  items.flatMap((item) => (item.text.trim() === '' ? [] : [{ ...item, text: item.text.trim() }]))
