import { flag, id, ids, page, text } from '#islands/url-state/params.ts'
import { type UrlStateOf, urlState } from '#islands/url-state/url-state.ts'

/** Highest number of ids in the URL; more than can be signed up at once, so that none is dropped silently. */
const maxChosen = 500

/**
 * Creates the URL state of signing up an organisation's members. It reads and writes the chosen occasion with its
 * education, the search and its page, the chosen people, and whether their preview is shown.
 */
export const memberSignUpUrlState = (organizationId: number) =>
  urlState(`/organization/${organizationId}/sign-up`, {
    occasionId: id('occasion'),
    educationId: id('education'),
    text: text(100),
    page: page(),
    preview: flag(),
    user: ids(maxChosen),
  })
export type MemberSignUpUrlState = ReturnType<typeof memberSignUpUrlState>
export type MemberSignUpSearch = UrlStateOf<MemberSignUpUrlState>
