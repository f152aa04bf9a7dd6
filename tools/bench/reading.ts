/** What the yardsticks leave out, so that nobody takes a ratio for more than it says. What names a day was measured then, in one run. */
export const reading = `## How to read the ratios

Two bare Workers are compared with. One asks two plain questions, whatever a page shows. The other asks what the portal asks: before each
row a request is recorded from within the portal, every statement with what it was bound to, trip by trip, and the bare Worker asks the same in
as many trips, takes the lists in the answers apart, and fills as many bytes by a template string. What lies between the two is what a page tells more than
two questions would; what lies between the second and the portal is the portal's own work.

Neither knows what a request to the portal brings along: the way through the frameworks to any answer at all (0.3 ms of processor on 2026-11-21), the seal of the
page cookie, the rules of each call, a policy for the page and a line in the log. What the portal remembers, an education's facts or the catalogue's answers,
it does not ask again, so for the education list the second Worker asks less than the first.

The reads of a page go in one batch (decision 252), purges are told with the session (152), a course is asked with what it does (184),
pages are Astro components and islands are rendered in one call (250), lists are met in their order along an index (136, 195, 201), and the socket leads straight to the
Worker (006). Each page is asked again and again by one person, so that all its parts and islands have been there before; those that tell of the person are
made for the first time more often where many ask.

By samples of the whole process on 2026-11-22, of a profile, a dashboard and an education: making the page 29, 19 and 24 %, the database in Miniflare 16, 25 and 12, the
engine's helper threads and its collector 15, 13 and 19, the runtime itself 17, 20 and 21, and reading the rows, the calls, the middleware and the frameworks
22 together, 21 and 21, of which no function takes more than a hundredth. The dashboard's dearest question is what is recommended, 0.4 of 0.95 ms in SQLite
alone. Miniflare's database also waits for the disk with each trip, reading or not.
`
