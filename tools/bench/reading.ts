/** What the yardstick leaves out, so that nobody takes a ratio for more than it says. The figures were measured once, in one run. */
export const reading = `## How to read the ratios

The bare Worker asks two questions, whatever a page shows, and the portal's pages ask three to seven in their one round trip. The portal's own
questions, asked by a Worker that does nothing else with them, cost by themselves (CPU in ms, 2026-11-21, in one run on a loaded machine, in which
an empty answer took 0.1, one trivial question 1.2 and two of them in two round trips 2.3):

| | questions | alone |
| --- | ---: | ---: |
| Education list, own states | 3 | 1.4 |
| Education view | 7 | 1.9 |
| Dashboard | 5 | 2.6 |
| Profile | 7 | 3.0 |
| GET /Educations, miss | 2 | 2.9 |
| The runner’s poll | 2 | 1.4 |

The whole of the bare Worker took 1.4 to 2.4 in other runs of that day, so for dashboard and profile hardly anything but the questions would fit
into twice that. It also does without what a request to the portal brings along: the way through the frameworks to any answer at all (0.3),
opening the seal of the page cookie, a look into the data centre's cache for whether anything has been purged (0.3), a policy for the page and a line in
the log. The aims stand nevertheless: they say what is left to win.
`
