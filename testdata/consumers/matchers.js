// Reads text on standard input by the regular expressions in the files that
// are named, GitHub's matchers and VS Code's, as these two do, and prints what
// is found as JSON.
const fs = require("fs");

const matchers = process.argv.slice(2).flatMap((file) => {
  const json = JSON.parse(fs.readFileSync(file, "utf8"));
  return (json.problemMatcher || [json]).map(({ severity, pattern }) => ({
    severity,
    pattern: [pattern].flat()[0],
  }));
});

const made = [];
for (const text of fs.readFileSync(0, "utf8").split(/\r?\n/)) {
  for (const { severity, pattern } of matchers) {
    const found = new RegExp(pattern.regexp).exec(text);
    if (!found) continue;
    made.push({
      file: found[pattern.file],
      line: Number(found[pattern.line]),
      column: Number(found[pattern.column]),
      severity: severity || found[pattern.severity],
      text: `${found[pattern.message]} [${found[pattern.code]}]`,
    });
    break;
  }
}
console.log(JSON.stringify({ made }));
