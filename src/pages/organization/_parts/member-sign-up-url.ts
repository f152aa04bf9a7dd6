import { flag, id, ids, page, text } from '#islands/url-state/params.ts'
import { type UrlStateOf, urlState } from '#islands/url-state/url-state.ts'

/** Highest number of ids in the address; more than can be signed up at once, so that none is dropped silently. */
const maxChosen = 500

/** Describes in its URL how far the sign-up of an organisation's members has come. */
export const memberSignUpUrl = (organizationId: number) =>
  urlState(`/organization/${organizationId}/sign-up`, {
    occasionId: id('occasion'),
    text: text(100),
    page: page(),
    preview: flag(),
    user: ids(maxChosen),
  })
export type MemberSignUpUrl = ReturnType<typeof memberSignUpUrl>
export type MemberSignUpSearch = UrlStateOf<MemberSignUpUrl>
