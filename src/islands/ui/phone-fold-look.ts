/**
 * Classes of a fold on a phone: of the `details`, which holds the summary alone, and of the content that follows it.
 * The content is no child of the `details`, because a closed one hides its children where there is room too.
 */
export const phoneFoldLook = {
  frame: 'peer sm:hidden',
  summary: 'cursor-pointer py-2 font-medium text-accent-ink',
  content: 'max-sm:hidden max-sm:peer-open:block',
}
