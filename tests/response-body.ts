/** Reads the JSON body of a response as the type that the caller expects; the assertions of the test check it. */
export const bodyOf = async <Body>(answer: Response | Promise<Response>): Promise<Body> =>
  (await (await answer).json()) as Body
