import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.classic.FastCharStream;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.queryparser.classic.QueryParserConstants;
import org.apache.lucene.queryparser.classic.QueryParserTokenManager;
import org.apache.lucene.queryparser.classic.Token;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.BytesRef;

/**
 * Answers filters with the real classic query parser. Every line of the input is a word and pairs of field and
 * value, or a filter, in Base64: `document field value ...` or `query filter`. For every query a line is written:
 * the numbers of the selected documents, or `error`.
 */
public final class Oracle {
  private static final Set<String> KEYWORDS =
      Set.of("reference", "id", "status", "tenantId", "fromAsset", "toAsset", "venues");
  private static final Set<String> NUMBERS = Set.of("from", "to");
  private static final String KEY = "#";

  public static void main(String[] arguments) throws Exception {
    Oracle oracle = new Oracle();
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream output = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] words = line.split(" ", -1);
      for (int i = 1; i < words.length; i++) {
        words[i] = new String(Base64.getDecoder().decode(words[i]), StandardCharsets.UTF_8);
      }
      if (words[0].equals("document")) oracle.add(words);
      else output.println(oracle.answer(words[1]));
    }
    output.flush();
  }

  private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
  private final IndexWriter writer =
      new IndexWriter(directory, new IndexWriterConfig(new KeywordAnalyzer()));
  private final List<Map<String, BigDecimal>> amounts = new ArrayList<>();
  private IndexSearcher searcher;

  private Oracle() throws Exception {}

  private void add(String[] words) throws Exception {
    Document document = new Document();
    Map<String, BigDecimal> numbers = new HashMap<>();
    document.add(new StringField(KEY, Integer.toString(amounts.size()), Field.Store.YES));
    for (int i = 1; i < words.length; i += 2) {
      if (NUMBERS.contains(words[i])) numbers.put(words[i], new BigDecimal(words[i + 1]));
      else document.add(new StringField(words[i], words[i + 1], Field.Store.NO));
    }
    amounts.add(numbers);
    writer.addDocument(document);
  }

  private String answer(String filter) throws Exception {
    if (searcher == null) {
      writer.commit();
      searcher = new IndexSearcher(DirectoryReader.open(directory));
    }
    Query query;
    try {
      refuseUnknownFields(filter);
      query = new FilterParser().parse(filter);
    } catch (ParseException | RuntimeException | Error refused) {
      return "error";
    }
    BitSet selected = new BitSet();
    for (ScoreDoc hit : searcher.search(query, amounts.size()).scoreDocs) {
      selected.set(Integer.parseInt(searcher.doc(hit.doc).get(KEY)));
    }
    StringBuilder numbers = new StringBuilder();
    selected.stream().forEach(number -> numbers.append(numbers.length() == 0 ? "" : " ").append(number));
    return numbers.toString();
  }

  /** A field that does not exist is an error even where no term is compared with it. */
  private static void refuseUnknownFields(String filter) throws ParseException {
    QueryParserTokenManager tokens =
        new QueryParserTokenManager(new FastCharStream(new StringReader(filter)));
    Token previous = null;
    for (Token token = tokens.getNextToken(); token.kind != QueryParserConstants.EOF; ) {
      boolean isField =
          token.kind == QueryParserConstants.COLON
              && previous != null
              && previous.kind == QueryParserConstants.TERM
              && !previous.image.contains("\\");
      if (isField && !KEYWORDS.contains(previous.image) && !NUMBERS.contains(previous.image)) {
        throw new ParseException("unknown field " + previous.image);
      }
      previous = token;
      token = tokens.getNextToken();
    }
  }

  /** Only what the classic parser leaves to its users is added: which fields there are, and numbers. */
  private final class FilterParser extends QueryParser {
    private final Pattern decimal = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?");

    FilterParser() {
      super("reference", new KeywordAnalyzer());
      setAllowLeadingWildcard(true);
      setSplitOnWhitespace(true);
    }

    @Override
    protected Query getFieldQuery(String field, String text, boolean quoted) throws ParseException {
      if (!NUMBERS.contains(field)) return super.getFieldQuery(keyword(field), text, quoted);
      BigDecimal number = number(text);
      return amountQuery(field, amount -> amount.compareTo(number) == 0);
    }

    @Override
    protected Query getRangeQuery(String field, String from, String to, boolean withFrom, boolean withTo)
        throws ParseException {
      if (!NUMBERS.contains(field)) return super.getRangeQuery(keyword(field), from, to, withFrom, withTo);
      BigDecimal low = from == null ? null : number(from);
      BigDecimal high = to == null ? null : number(to);
      return amountQuery(
          field,
          amount ->
              (low == null || amount.compareTo(low) >= (withFrom ? 0 : 1))
                  && (high == null || amount.compareTo(high) <= (withTo ? 0 : -1)));
    }

    @Override
    protected Query getWildcardQuery(String field, String pattern) throws ParseException {
      if (pattern.equals("*")) {
        if (field.equals("*")) return super.getWildcardQuery(field, pattern);
        if (NUMBERS.contains(field)) return amountQuery(field, amount -> true);
      }
      return super.getWildcardQuery(keyword(field), pattern);
    }

    @Override
    protected Query getPrefixQuery(String field, String prefix) throws ParseException {
      return super.getPrefixQuery(keyword(field), prefix);
    }

    @Override
    protected Query getRegexpQuery(String field, String expression) throws ParseException {
      return super.getRegexpQuery(keyword(field), expression);
    }

    /** As the classic parser, but not cut off at the 50 best terms. */
    @Override
    protected Query getFuzzyQuery(String field, String text, float similarity) throws ParseException {
      int edits = FuzzyQuery.floatToEdits(similarity, text.codePointCount(0, text.length()));
      return new FuzzyQuery(new Term(keyword(field), text), edits, 0, 1024, true);
    }

    private String keyword(String field) throws ParseException {
      if (!KEYWORDS.contains(field)) throw new ParseException("not a keyword field: " + field);
      return field;
    }

    private BigDecimal number(String text) throws ParseException {
      if (!decimal.matcher(text).matches()) throw new ParseException("not a number: " + text);
      return new BigDecimal(text);
    }

    private Query amountQuery(String field, Predicate<BigDecimal> test) {
      List<BytesRef> keys = new ArrayList<>();
      for (int i = 0; i < amounts.size(); i++) {
        BigDecimal amount = amounts.get(i).get(field);
        if (amount != null && test.test(amount)) keys.add(new BytesRef(Integer.toString(i)));
      }
      return new TermInSetQuery(KEY, keys);
    }
  }
}
