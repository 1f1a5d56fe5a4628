import { count } from '../count.ts'

/** Words of the graph of tools. */
export const graph = {
  graph: {
    nothing: 'No run has been kept yet.',
    empty: 'Each answered question adds the tools it used, one after another, and how well that went.',
    drawing: 'Workflow graph: tools, and how often one followed another. Arrow keys go from tool to tool.',
    edge: (from: string, to: string, well: number, wrong: number) =>
      `${from} → ${to}: went well ${well}, went wrong ${wrong}`,
    drawn: (drawn: number, all: number) =>
      `Drawn are the ${drawn} transitions used most, of ${count(all, 'transition', 'transitions')}; the table has them all.`,
    choose: 'Choose a tool to see what uses it.',
    asTable: 'The transitions as a table',
    legend: 'Legend of the graph',
    good: 'went well in 80 % of its runs or more',
    warn: 'in 50 to 80 %',
    bad: 'in less than half',
    width: 'The wider a line, the more often it was used.',
    in: (parts: string) => `in ${parts}`,
    after: (tools: string) => `after ${tools}`,
    before: (tools: string) => `before ${tools}`,
  },
  graphTool: {
    region: (tool: string) => `What uses ${tool}`,
    close: (tool: string) => `Close ${tool}`,
    after: 'Comes after',
    before: 'Is followed by',
    outcomes: (well: number, wrong: number) => `(${well} well, ${wrong} wrong)`,
    unread: 'They could not be read; open the memory view again.',
    all: (many: string, tool: string) => `All ${many} with ${tool}`,
    nothing: 'No entry uses it any more; its transitions still count.',
  },
  transitions: {
    caption: 'How often one tool followed another, and how that went',
    from: 'From',
    to: 'To',
    well: 'Went well',
    wrong: 'Went wrong',
    share: 'Share',
    pages: 'the transitions',
  },
}
