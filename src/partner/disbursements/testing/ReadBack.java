import java.io.File;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.validation.SchemaFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * A second opinion about files for banks: validates them with the engine of the JDK and prints what they pay, one
 * line for each file and payment. Usage: java ReadBack.java schema.xsd file.xml ...
 */
public class ReadBack {
  public static void main(String[] args) throws Exception {
    var schemas = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
    var validator = schemas.newSchema(new File(args[0])).newValidator();
    var builders = DocumentBuilderFactory.newInstance();
    builders.setNamespaceAware(true);
    for (var path : List.of(args).subList(1, args.length)) {
      Document document = builders.newDocumentBuilder().parse(new File(path));
      validator.validate(new DOMSource(document));
      Element header = first(document.getDocumentElement(), "GrpHdr");
      print(text(header, "MsgId"), text(header, "NbOfTxs"), text(header, "CtrlSum"));
      var payments = document.getElementsByTagNameNS("*", "CdtTrfTxInf");
      for (int index = 0; index < payments.getLength(); index++) {
        Element payment = (Element) payments.item(index);
        Element amount = first(payment, "InstdAmt");
        Element account = first(payment, "CdtrAcct");
        print(
            text(payment, "EndToEndId"),
            amount.getTextContent(),
            amount.getAttribute("Ccy"),
            text(first(payment, "Cdtr"), "Nm"),
            text(account, "IBAN"));
      }
    }
  }

  private static Element first(Element parent, String name) {
    return (Element) parent.getElementsByTagNameNS("*", name).item(0);
  }

  private static String text(Element parent, String name) {
    return first(parent, name).getTextContent();
  }

  private static void print(String... values) {
    System.out.println(String.join("\t", values));
  }
}
