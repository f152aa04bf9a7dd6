export interface EditorTexts {
  id: string
  labelledBy: string
  /** Ids of the hint and the error, those that are shown. */
  describedBy: string | undefined
  isInvalid: boolean
}

/**
 * Returns the HTML attributes, `class` among them, of the element that a formatted text is typed in. `labelledBy` and
 * `describedBy` are ids of other elements, the latter undefined without a hint and an error.
 */
export const editorAttributes = ({ id, labelledBy, describedBy, isInvalid }: EditorTexts) => ({
  id,
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-labelledby': labelledBy,
  ...(describedBy && { 'aria-describedby': describedBy }),
  ...(isInvalid && { 'aria-invalid': 'true' }),
  class: 'prose min-h-32 max-w-none px-4 py-3 outline-none whitespace-pre-wrap',
})
