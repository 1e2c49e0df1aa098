/* Sets formulas with MathJax, outside a browser. Reads [[tex, display], ...] as JSON; writes {set, style}: the HTML
   of each, with MathML for screen readers, and the style sheet of all that MathJax can set.

       node formulas.js node_modules/mathjax fonts-folder < formulas.json */
const [mathjax, fontURL] = process.argv.slice(2);
const formulas = JSON.parse(require("fs").readFileSync(0, "utf8"));

require(`${mathjax}/es5/node-main.js`).init({
  loader: { load: ["input/tex", "output/chtml", "a11y/assistive-mml"] },
  chtml: { fontURL, adaptiveCSS: false },
  startup: { typeset: false },
}).then(async (MathJax) => {
  const { adaptor } = MathJax.startup, set = [];
  for (const [tex, display] of formulas) set.push(adaptor.outerHTML(await MathJax.tex2chtmlPromise(tex, { display })));
  process.stdout.write(JSON.stringify({ set, style: adaptor.textContent(MathJax.chtmlStylesheet()) }));
}).catch((error) => {
  console.error(error.stack ?? error);
  process.exit(1);
});
