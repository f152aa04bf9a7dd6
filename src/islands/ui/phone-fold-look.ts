/** Classes of a `details` that folds on a phone only, and of its summary. */
export const phoneFoldLook = {
  frame: 'phone-fold',
  summary: 'cursor-pointer py-2 font-medium text-accent-ink',
}
